import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconLanguage } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { nameOfLanguage } from '../engine/captions/languages.ts'
import classes from './OnStage.module.css'

/** Replaces a film without a narration in the page language. Offers captions in it, or the available narrations. */
export default function NoNarration({
  details,
  onChoose,
}: {
  details: AnimationDetails
  onChoose: (languageId: number) => void
}) {
  const t = useTexts()
  const { language_id, language_code } = useLanguage()
  const language = nameOfLanguage(language_code, language_code)
  const hasCaptions = details.captions.some((other) => other.language_id === language_id)
  return (
    <div className={classes.place}>
      <div className={classes.words}>
        <IconLanguage size={26} stroke={1.75} aria-hidden />
        <h2>{t('film_no_narration', { language })}</h2>
        <p>{t(hasCaptions ? 'film_no_narration_captions' : 'film_no_narration_choose', { language })}</p>
        <div className={classes.choices}>
          {hasCaptions && (
            <button type="button" data-first onClick={() => onChoose(language_id)}>
              {t('film_with_captions', { language })}
            </button>
          )}
          {details.narratedLanguages.map((other, i) => (
            <button
              key={other.language_id}
              type="button"
              lang={other.language_code}
              data-first={(!hasCaptions && i === 0) || undefined}
              onClick={() => onChoose(other.language_id)}
            >
              {other.name}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}
