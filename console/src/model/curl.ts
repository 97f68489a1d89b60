import { callUrl, type Parameters } from '../service/ask.ts'

/** The call as a line to paste. The key comes from the shell, so that the line can be shown around. */
export const curlLine = (parameters: Parameters, withKey: boolean): string =>
  `curl ${withKey ? '-H "X-API-Key: $OWNSCAN_KEY" ' : ''}'${callUrl(parameters).href.replaceAll("'", '%27')}'`
