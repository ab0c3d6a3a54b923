import {
  deleteCustomVideoCaptions,
  saveCustomVideoCaptions,
  type CustomVideo,
} from '@cutaway/contract/rooms/customvideos/videos.ts'
import { IconBadgeCc, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { languages, useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { queries } from '../../core/query.ts'
import { toast } from '../../core/toast.ts'
import { ActionIcon } from '../../ui/form/Button.tsx'
import { NativeSelect } from '../../ui/form/Field.tsx'
import { FileButton } from '../../ui/upload/FileButton.tsx'
import { videosKey } from './useVideos.ts'
import classes from './Videos.module.css'

/** Captions of a video: one file for each language, in WebVTT or SubRip. They are saved at once. */
export function CaptionsPart({ video, onVideo }: { video: CustomVideo; onVideo: (video: CustomVideo) => void }) {
  const t = useTexts()
  const { language_id: own } = useLanguage()
  const [language, setLanguage] = useState(own)
  const { part_id } = video
  const user_id = video.user_id!
  const saving = useMutation({
    mutationFn: (work: File | number) =>
      typeof work === 'number'
        ? send(deleteCustomVideoCaptions, { params: { userId: user_id, partId: part_id, language_id: work } })
        : send(saveCustomVideoCaptions, { body: { user_id, part_id, language_id: language }, file: work }),
    onSuccess: (answer) => {
      toast(answer)
      if (answer.status !== 1 || !answer.data) return
      onVideo(answer.data)
      void queries.invalidateQueries({ queryKey: [videosKey] })
    },
    onError: (error) => toast(error),
  })
  return (
    <fieldset className={classes.group}>
      <legend>{t('video_captions')}</legend>
      <ul className={classes.lines} hidden={video.captions.length === 0}>
        {video.captions.map(({ language_id, name }) => (
          <li key={language_id}>
            <span>{name}</span>
            <ActionIcon
              aria-label={t('video_captions_delete', { language: name })}
              onClick={() => saving.mutate(language_id)}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={classes.row}>
        <NativeSelect
          label={t('video_captions_language')}
          value={String(language)}
          data={languages.map(({ language_id, name }) => ({ value: String(language_id), label: name }))}
          onChange={({ currentTarget: { value } }) => setLanguage(Number(value))}
        />
        <FileButton
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          loading={saving.isPending}
          leftSection={<IconBadgeCc size={16} stroke={1.75} aria-hidden />}
          onFile={(file) => saving.mutate(file)}
        >
          {t('video_captions_add')}
        </FileButton>
      </div>
      <span className={classes.hint}>{t('video_captions_hint')}</span>
    </fieldset>
  )
}
