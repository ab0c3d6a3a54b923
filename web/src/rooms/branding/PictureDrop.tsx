import { pictureUpload } from '@cutaway/contract/rooms/branding/pictures.ts'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { FieldError } from '../sites/FieldError.tsx'
import classes from './Branding.module.css'

/** Selects a picture by click, keyboard or drag and drop. Shows the selected picture. */
export function PictureDrop({
  preview,
  error,
  onChoose,
}: {
  /** URL of the selected picture. */
  preview: string | null
  /** Message key of the error. */
  error: string | null
  onChoose: (file: File) => void
}) {
  const t = useTexts()
  const [over, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onChoose(file)
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field in it does the same by keyboard */}
      <label
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files)
        }}
      >
        {preview ? <img src={preview} alt={t('picture_preview')} /> : null}
        <span className={classes.dropWords}>
          <IconPhotoUp size={preview ? 18 : 28} stroke={1.75} aria-hidden />
          <span>
            <b>{t(preview ? 'picture_choose_other' : 'picture_choose')}</b> {t('picture_drop')}
          </span>
        </span>
        <input
          id="picture-file"
          className="visually-hidden"
          type="file"
          accept={pictureUpload.mediaTypes.join()}
          aria-describedby={error ? 'picture-error' : 'picture-kinds'}
          aria-invalid={error !== null}
          data-autofocus
          onChange={({ currentTarget }) => {
            choose(currentTarget.files)
            // Allows the same file to be selected again after it has changed.
            currentTarget.value = ''
          }}
        />
      </label>
      {error ? (
        <div id="picture-error" className={classes.dropError} role="alert">
          <FieldError>{t(error)}</FieldError>
        </div>
      ) : (
        <p id="picture-kinds" className={classes.hint}>
          {t('picture_kinds')}
        </p>
      )}
    </div>
  )
}
