import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

const makeKeyPair = promisify(generateKeyPair)

/** Makes a private key for DKIM: PEM. 2048 bits, which every verifier supports. */
export async function newDkimKey(): Promise<string> {
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the public half of a private key, as `p=` in DNS has it. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' }).toString('base64')

/** Returns the TXT record that publishes a key. */
export const dkimRecord = (privateKey: string): string => `v=DKIM1; k=rsa; p=${publicKeyOf(privateKey)}`

/** Returns whether a published record has the key. Spaces within it do not count: some panels insert them. */
export function publishes(record: string, privateKey: string): boolean {
  const published = /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]
  return published?.replaceAll(/\s/g, '') === publicKeyOf(privateKey)
}
