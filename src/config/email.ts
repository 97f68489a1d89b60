/**
 * An e-mail address in the dotted form of RFC 5321, within its lengths (64 octets before the @, 254 in all): quoted local parts and address literals, which
 * mail programs hardly take, are not.
 */
export const emailAddress =
  /^(?=.{1,254}$)(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/
