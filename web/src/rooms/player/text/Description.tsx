import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from '../film/Lists.module.css'

/** What the film is about. */
export function Description({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const { subtitle, description, keywords } = details
  return (
    <div className={classes.prose}>
      <p className={classes.lead}>{subtitle}</p>
      <p>{description}</p>
      {keywords.length > 0 && (
        <ul className={classes.words} aria-label={t('film_keywords')}>
          {keywords.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
