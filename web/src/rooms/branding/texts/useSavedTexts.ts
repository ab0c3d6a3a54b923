import { getSavedTexts, type SavedText } from '@cutaway/contract/rooms/branding/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'

export const savedTextsKey = ['saved-texts'] as const

/** Returns the saved texts of the user and of the business. */
export function useSavedTexts() {
  const { user } = useSignedIn()
  return useQuery({
    queryKey: [...savedTextsKey, user.user_id],
    queryFn: ({ signal }) => call(getSavedTexts, { params: { user_id: user.user_id }, signal }),
    enabled: useMay('allow_share_email'),
  })
}

/** Returns a text in a language; in its first one if it has no text in that. */
export const wordsIn = ({ words }: SavedText, languageId: number | null): string =>
  (words.find(({ language_id }) => language_id === languageId) ?? words[0])?.text ?? ''
