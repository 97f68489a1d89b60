/** The package carries no types; this is the one function used. */
declare module 'secp256k1' {
  const secp256k1: {
    /** The public key (65 bytes when not compressed) that made a signature of 64 bytes over a hash. Throws where there is none. */
    ecdsaRecover(signature: Uint8Array, recoveryId: number, hash: Uint8Array, compressed: boolean): Uint8Array
  }
  export = secp256k1
}
