import { VideoAddress, VideoFields } from '@cutaway/contract/full/rooms/customvideos/videos.ts'
import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import {
  addUserCustomVideo,
  editUserCustomVideo,
  longestVideo,
  refusalOfAddress,
  type CustomVideo,
  type Footage,
} from '@cutaway/contract/rooms/customvideos/videos.ts'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { languageName, languages, useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Choice.tsx'
import { NativeSelect, Textarea, TextInput } from '../../ui/form/Field.tsx'
import { FormDialog } from '../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../sites/form/useSchemaForm.tsx'
import { CaptionsPart } from './CaptionsPart.tsx'
import { PosterPart } from './PosterPart.tsx'
import { videosKey } from './useVideos.ts'
import classes from './Videos.module.css'
import { VideoStage } from './VideoViewer.tsx'

/** The rules of a video by its address; those of an upload are the same without the address. */
const AddressFields = VideoFields.extend({
  video_url: VideoAddress.superRefine((text, context) => {
    const refusal = refusalOfAddress(text)
    if (refusal) context.addIssue({ code: 'custom', message: refusal })
  }),
})
const UploadFields = VideoFields.extend({ video_url: VideoAddress.or(VideoFields.shape.description) })

/** Adds a video by its address, or changes one. */
export default function VideoDialog({ video: given, onClose }: { video?: CustomVideo; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const change = useChange(videosKey)
  // Pictures and captions are saved at once, and come back with the video.
  const [video, setVideo] = useState(given)
  const [poster, setPoster] = useState(given?.poster_url ?? null)
  const isUpload = video?.video_kind === 'file'
  const [footage, setFootage] = useState<(Footage & { url: string }) | null>(null)
  /** What the preview found out, if it played this address. */
  const measured = (address: string) => {
    if (!footage || customVideoSource(address)?.url !== footage.url) return {}
    const { duration, width, height } = footage
    return duration <= longestVideo ? { footage: { duration, width, height } } : {}
  }
  const form = useSchemaForm({
    schema: isUpload ? (UploadFields as unknown as typeof AddressFields) : AddressFields,
    initial: {
      video_name: video?.video_name ?? '',
      description: video?.description ?? '',
      video_url: video?.video_url ?? '',
      texts: video?.texts ?? [],
      on_home: video?.on_home ?? false,
    },
    labels: {
      video_name: t('video_title'),
      video_url: t('video_address'),
      description: t('video_description'),
      texts: t('video_other_languages'),
      on_home: t('video_show_on_home'),
    },
    refusals: { custom_video_url_invalid: 'video_url', custom_video_host_not_allowed: 'video_url' },
    save: ({ video_url, ...fields }) =>
      video
        ? send(editUserCustomVideo, {
            body: {
              ...fields,
              user_id: video.user_id!,
              part_id: video.part_id,
              ...(isUpload ? {} : { video_url, ...measured(video_url) }),
              ...(poster !== null && poster !== video.poster_url ? { poster_url: poster } : {}),
            },
          })
        : send(addUserCustomVideo, { body: { ...fields, user_id: user.user_id, video_url, ...measured(video_url) } }),
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer), { detail: answer.data?.video_name ?? '' })
    },
  })
  const typed = form.form.values
  const address = typed.video_url.trim()
  const source = isUpload || refusalOfAddress(address) ? null : customVideoSource(address)
  return (
    <FormDialog
      title={t(video ? 'video_edit_title' : 'video_add_by_address')}
      form={form}
      verb={t(video ? 'save_changes' : 'video_add')}
      onClose={onClose}
    >
      {isUpload ? null : (
        <Textarea
          data-autofocus
          required
          rows={3}
          maxLength={2000}
          dir="ltr"
          spellCheck={false}
          description={t('video_address_hint')}
          {...form.field('video_url')}
        />
      )}
      {source ? (
        <VideoStage
          key={source.url}
          name={typed.video_name || t('video_preview')}
          onFootage={(found) => setFootage({ ...found, url: source.url })}
          video={{
            video_name: typed.video_name,
            video_url: source.url,
            texts: [],
            description: '',
            poster_url: null,
            hls_url: null,
            captions: [],
          }}
        />
      ) : null}
      <TextInput
        {...(isUpload ? { 'data-autofocus': true } : {})}
        required
        maxLength={200}
        dir="auto"
        autoComplete="off"
        {...form.field('video_name')}
      />
      <Textarea rows={3} maxLength={2000} dir="auto" {...form.field('description')} />
      <OtherLanguages texts={typed.texts} onChange={(texts) => form.form.setFieldValue('texts', texts)} />
      <Checkbox
        label={t('video_show_on_home')}
        checked={typed.on_home}
        onChange={({ currentTarget }) => form.form.setFieldValue('on_home', currentTarget.checked)}
      />
      {video && isUpload ? (
        <>
          <PosterPart video={video} chosen={poster} onChoose={setPoster} onVideo={setVideo} />
          <CaptionsPart video={video} onVideo={setVideo} />
        </>
      ) : null}
    </FormDialog>
  )
}

type Text = { language_id: number; video_name: string; description: string }

/** The name and the description of a video in other languages of the web site. */
function OtherLanguages({
  texts,
  onChange,
}: {
  texts: readonly { language_id: number | string; video_name: string; description?: string | undefined }[]
  onChange: (texts: Text[]) => void
}) {
  const t = useTexts()
  const known: Text[] = texts.map(({ language_id, video_name, description = '' }) => ({
    language_id: Number(language_id),
    video_name,
    description,
  }))
  const free = languages.filter(({ language_id }) => !known.some((text) => text.language_id === language_id))
  const set = (id: number, to: Partial<Text>) =>
    onChange(known.map((text) => (text.language_id === id ? { ...text, ...to } : text)))
  return (
    <fieldset className={classes.group}>
      <legend>{t('video_other_languages')}</legend>
      {known.map(({ language_id, video_name, description }) => {
        const language = languageName(language_id) ?? ''
        return (
          <div className={classes.other} key={language_id}>
            <TextInput
              label={t('video_name_in', { language })}
              required
              maxLength={200}
              dir="auto"
              value={video_name}
              onChange={({ currentTarget }) => set(language_id, { video_name: currentTarget.value })}
            />
            <Textarea
              label={t('video_description_in', { language })}
              rows={2}
              maxLength={2000}
              dir="auto"
              value={description}
              onChange={({ currentTarget }) => set(language_id, { description: currentTarget.value })}
            />
            <div>
              <Button
                size="xs"
                variant="subtle"
                onClick={() => onChange(known.filter((text) => text.language_id !== language_id))}
              >
                {t('video_language_remove', { language })}
              </Button>
            </div>
          </div>
        )
      })}
      {free.length === 0 ? null : (
        <NativeSelect
          label={t('video_language_add')}
          value=""
          data={[
            { value: '', label: t('video_language_choose') },
            ...free.map(({ language_id, name }) => ({ value: String(language_id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange([...known, { language_id: Number(value), video_name: '', description: '' }])
          }}
        />
      )}
    </fieldset>
  )
}
