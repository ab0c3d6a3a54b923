import type { AnyCall } from '../../core/http/endpoints.ts'
import { text } from '../../core/texts.ts'

/**
 * Returns the words of agreement that a user saw: those that the page sent, if they are the text `key` in a language of
 * the web site; else that text in the user's language. The ledger never contains words that the portal did not show.
 */
export function shownWording(
  { caller, site, services }: Pick<AnyCall, 'caller' | 'site' | 'services'>,
  key: 'share_opt_in' | 'conversation_consent_words',
  sent: string | undefined,
): string {
  const shown = sent?.trim()
  const wordings = site.languages.map(({ language_code }) => text(site, language_code, key))
  if (shown !== undefined && wordings.includes(shown)) return shown
  const language = services.sites.language(caller.user.language_id ?? site.default_lang_id)
  return text(site, language?.language_code ?? 'en-US', key)
}
