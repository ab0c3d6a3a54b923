/** Whether a banner may lead there: a whole address of the web, or nowhere. The server has the last word. */
export function isBannerUrl(typed: string): boolean {
  const text = typed.trim()
  if (text === '') return true
  return text.length <= 2000 && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
