/** What people write becomes part of headers; it must not begin another one. */

/** Control characters, line ends of Unicode among them, and marks that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const unwanted = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\ufeff]+/g

/** One line of at most so many characters. */
export const oneLine = (words: string, most = 250): string =>
  [...words.replaceAll(unwanted, ' ').replaceAll(/ {2,}/g, ' ').trim()].slice(0, most).join('')

/** Throws for what cannot be a single address: mail programs and servers read separators and comments differently. */
export function checkedAddress(address: string): string {
  const [local = '', domain = '', ...more] = address.split('@')
  const isGood =
    more.length === 0 &&
    address.length <= 254 &&
    local.length <= 64 &&
    /^[^\s\p{C}<>()[\],;:"\\]+$/u.test(local) &&
    /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?$/u.test(domain)
  if (!isGood) throw new Error('a mail address is not one')
  return address
}

/** Throws for what is not one address of the web as a header may hold it. */
export function checkedUrl(url: string): string {
  if (!/^https?:\/\/[!#-;=?-~]+$/.test(url) || url.length > 900) throw new Error('an address of the web is not one')
  return url
}
