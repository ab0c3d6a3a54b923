import { uploadCustomVideoPoster, type CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { queries } from '../../core/query.ts'
import { toast } from '../../core/toast.ts'
import { FileButton } from '../../ui/upload/FileButton.tsx'
import { videosKey } from './useVideos.ts'
import classes from './Videos.module.css'

/** Chooses the picture that people see before they press play: one of the video, or an own one. */
export function PosterPart({
  video,
  chosen,
  onChoose,
  onVideo,
}: {
  video: CustomVideo
  chosen: string | null
  onChoose: (poster: string) => void
  onVideo: (video: CustomVideo) => void
}) {
  const t = useTexts()
  const adding = useMutation({
    mutationFn: (file: File) =>
      send(uploadCustomVideoPoster, { body: { user_id: video.user_id!, part_id: video.part_id }, file }),
    onSuccess: (answer) => {
      if (answer.status !== 1 || !answer.data) return void toast(answer)
      onVideo(answer.data)
      if (answer.data.poster_url) onChoose(answer.data.poster_url)
      void queries.invalidateQueries({ queryKey: [videosKey] })
    },
    onError: (error) => toast(error),
  })
  return (
    <fieldset className={classes.group}>
      <legend>{t('video_poster')}</legend>
      <div className={classes.posters}>
        {video.posters.map((poster, n) => (
          <label className={classes.poster} key={poster}>
            <input
              type="radio"
              name="poster"
              checked={poster === chosen}
              onChange={() => onChoose(poster)}
              aria-label={t('video_poster_number', { number: n + 1 })}
            />
            <img src={poster} alt="" loading="lazy" />
          </label>
        ))}
      </div>
      <div>
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif"
          size="xs"
          loading={adding.isPending}
          leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />}
          onFile={(file) => adding.mutate(file)}
        >
          {t('video_poster_own')}
        </FileButton>
      </div>
    </fieldset>
  )
}
