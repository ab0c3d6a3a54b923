import { addUploadToLoop, loopImageUpload, loopVideoUpload } from '@cutaway/contract/rooms/signage/loops.ts'
import { IconPhotoUp, IconVideoPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../core/api.ts'
import { languages, useFormat, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import formClasses from '../../sites/Form.module.css'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './Loop.module.css'
import { sendInParts } from './send-in-parts.ts'

const kinds = {
  image: {
    rule: loopImageUpload,
    title: 'loop_add_image',
    limit: 'loop_image_limit',
    wrong: 'not_a_picture',
    tooLarge: 'loop_image_too_large',
    Sign: IconPhotoUp,
  },
  video: {
    rule: loopVideoUpload,
    title: 'loop_add_video',
    limit: 'loop_video_limit',
    wrong: 'message_invalid_video_format',
    tooLarge: 'loop_video_too_large',
    Sign: IconVideoPlus,
  },
} as const

const titleOf = (file: File) => file.name.replace(/\.\w+$/, '').slice(0, 100)

/** Adds an image or a video to the loop: file, title and language, with progress and a way to stop. */
export default function UploadDialog({
  kind,
  locationId,
  onAdded,
  onClose,
}: {
  kind: 'image' | 'video'
  locationId: number | null
  onAdded: () => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const { percent } = useFormat()
  const { user } = useSignedIn()
  const { language_id } = useLanguage()
  const { rule, title: heading, limit, wrong, tooLarge, Sign } = kinds[kind]
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [language, setLanguage] = useState(String(language_id))
  const [fileError, setFileError] = useState<string | null>(null)
  const [titleMissing, setTitleMissing] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [waits, setWaits] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const problem = !rule.mediaTypes.includes(chosen.type) ? wrong : chosen.size > rule.maxBytes ? tooLarge : null
    setFileError(problem)
    setFile(problem ? null : chosen)
    if (!problem && title.trim() === '') setTitle(titleOf(chosen))
  }

  const submit = async () => {
    const name = title.trim()
    setTitleMissing(name === '')
    if (!file) setFileError(fileError ?? 'loop_file_missing')
    if (!file || name === '') return
    const work = new AbortController()
    running.current = work
    setError(null)
    setProgress(0)
    try {
      const upload = await sendInParts(file, {
        signal: work.signal,
        onProgress: (share) => {
          setWaits(false)
          setProgress(share)
        },
        onWait: () => setWaits(true),
      })
      await call(addUploadToLoop, {
        body: {
          user_id: user.user_id,
          kind,
          upload,
          image_video_title: name,
          selectedLanguageId: Number(language),
          ...(locationId === null ? {} : { location_id: locationId }),
        },
      })
      await onAdded()
      toast('loop_item_added')
      onClose()
    } catch (problem) {
      setProgress(null)
      if (!work.signal.aborted) setError(problem instanceof Error ? problem : new Error(String(problem)))
    }
  }

  const busy = progress !== null
  return (
    <Dialog
      title={t(heading)}
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={busy ? () => running.current?.abort() : onClose}>
            {t(busy ? 'loop_stop_upload' : 'cancel')}
          </Button>
          <Button type="submit" form="loop-upload" variant="filled" loading={busy}>
            {t(heading)}
          </Button>
        </>
      }
    >
      <form
        id="loop-upload"
        noValidate
        className={formClasses.form}
        data-wide
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {error ? <FormErrorSummary text={refusalText(error, t)} /> : null}
        <div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field in it does the same by keyboard */}
          <label
            className={classes.drop}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              choose(event.dataTransfer.files[0])
            }}
          >
            <Sign size={28} stroke={1.75} aria-hidden />
            <span>{file ? file.name : t('loop_choose_file')}</span>
            <input
              className="visually-hidden"
              type="file"
              accept={rule.mediaTypes.join()}
              aria-invalid={fileError !== null}
              aria-describedby="loop-file-hint"
              disabled={busy}
              data-autofocus
              onChange={({ currentTarget }) => {
                choose(currentTarget.files?.[0])
                currentTarget.value = ''
              }}
            />
          </label>
          <div id="loop-file-hint" className={classes.hint} role={fileError ? 'alert' : undefined}>
            {fileError ? <FieldError>{t(fileError)}</FieldError> : t(limit)}
          </div>
        </div>
        <TextInput
          label={t('loop_title')}
          value={title}
          maxLength={100}
          disabled={busy}
          error={titleMissing ? <FieldError>{t('loop_title_missing')}</FieldError> : undefined}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        <NativeSelect
          label={t('loop_language')}
          data={languages.map(({ language_id: id, name }) => ({ value: String(id), label: name }))}
          value={language}
          disabled={busy}
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
        />
        {busy ? (
          <div className={classes.progress}>
            <progress value={progress} max={1} aria-label={t('loop_uploading')} />
            <output>{waits ? t('loop_upload_waits') : progress >= 1 ? t('loop_checking') : percent(progress)}</output>
          </div>
        ) : null}
      </form>
    </Dialog>
  )
}
