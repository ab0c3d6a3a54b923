import { IconWand } from '@tabler/icons-react'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import type { TextState } from './text.ts'
import classes from './TextMeter.module.css'

/** Shows the remaining space, the number of parts, and what plain characters would save. */
export function TextMeter({
  id,
  state,
  mms,
  onFold,
}: {
  id: string
  state: TextState
  mms: boolean
  onFold: (text: string) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const { limit, left, isFull, segments, kept, folded } = state
  const share = Math.min(1, state.length / limit)
  return (
    <div className={classes.meter}>
      <div className={classes.track} data-full={isFull || undefined}>
        <i style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <div className={classes.line} id={id}>
        <output aria-live="polite">
          {isFull ? (
            <span className={classes.full}>
              <FieldError>{t('message_you_have_exceed_maximum_limit_of_character')}</FieldError>
            </span>
          ) : (
            t('share_left', { left: number(left), limit: number(limit) })
          )}
        </output>
        {mms ? null : (
          <span className={classes.parts}>
            {t('share_segments', { count: segments.segments, kept: number(kept) })}
            <span className={classes.encoding}> · {segments.encoding}</span>
          </span>
        )}
      </div>
      {folded && !mms ? (
        <div className={classes.offer}>
          <span>{t('share_fold_offer', { before: segments.segments, after: folded.segments.segments })}</span>
          <Button
            size="xs"
            leftSection={<IconWand size={15} stroke={1.75} aria-hidden />}
            onClick={() => onFold(folded.text)}
          >
            {t('share_fold')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
