/**
 * Prepares a stored mail for a frame without scripts: its links open a new tab. Inserts the base element at the start
 * of the head, or where a head would be.
 */
export function mailDocument(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html
}
