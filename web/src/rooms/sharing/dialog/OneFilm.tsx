import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { languageName, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { FilmPicker } from './FilmPicker.tsx'
import classes from './Films.module.css'
import type { ShareFilm } from '../share.ts'

/** Shows the one film of a text message or a link, with a button to change it. */
export function OneFilm({
  film,
  languageId,
  hint,
  error,
  onChange,
}: {
  film: ShareFilm | null
  languageId: number
  /** "One per text". */
  hint: string
  error?: string | undefined
  onChange: (film: ShareFilm) => void
}) {
  const t = useTexts()
  const id = useId()
  const [picking, setPicking] = useState(false)
  return (
    <div className={classes.field} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {t('share_film')} <span className={classes.soft}>({hint})</span>
      </span>
      {film ? (
        <div className={classes.row}>
          <FilmRow film={film} language={languageName(languageId)} />
          <Button size="xs" aria-haspopup="dialog" onClick={() => setPicking(true)}>
            {t('share_change')}
          </Button>
        </div>
      ) : (
        <Button
          className={classes.choose}
          aria-haspopup="dialog"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          {t('share_choose_film')}
        </Button>
      )}
      {error ? (
        <p className={classes.error}>
          <FieldError>{error}</FieldError>
        </p>
      ) : null}
      {picking ? (
        <FilmPicker
          chosen={film ? [film] : []}
          most={1}
          onChange={([next]) => {
            if (next) onChange(next)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  )
}
