import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { uploadMenuPicture } from '@cutaway/contract/rooms/signage/digital-menus.ts'
import { loopImageUpload } from '@cutaway/contract/rooms/signage/loops.ts'
import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { toast } from '../../../../core/toast.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { FileButton } from '../../../../ui/upload/FileButton.tsx'
import classes from './MenuPicture.module.css'

/** The picture of an item on the board: an own one, else that of its film. */
export function MenuPicture({
  menuId,
  picture,
  film,
  onChange,
}: {
  menuId: number
  picture: string | null
  film: FilmTile | undefined
  onChange: (picture: string | null) => void
}) {
  const t = useTexts()
  const adding = useMutation({
    mutationFn: (file: File) => {
      if (file.size > loopImageUpload.maxBytes) return Promise.reject(new Error('loop_image_too_large'))
      return call(uploadMenuPicture, { body: { id: menuId }, file })
    },
    onSuccess: ({ picture: added }) => onChange(added),
    onError: (error) => toast(error.message === 'loop_image_too_large' ? error.message : error, { kind: 'error' }),
  })
  const shown = picture ?? film?.poster_url ?? null
  return (
    <fieldset className={classes.field}>
      <legend>{t('menu_picture')}</legend>
      <div className={classes.row}>
        <span className={classes.picture}>
          {shown ? <img src={shown} alt="" /> : <IconPhoto size={18} stroke={1.75} aria-hidden />}
        </span>
        <span className={classes.words}>
          <span className={classes.hint}>
            {t(picture ? 'menu_picture_own' : shown ? 'menu_picture_of_film' : 'loop_image_limit')}
          </span>
          <span className={classes.acts}>
            <FileButton
              accept={loopImageUpload.mediaTypes.join()}
              size="xs"
              loading={adding.isPending}
              leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />}
              onFile={(file) => adding.mutate(file)}
            >
              {t('menu_picture_choose')}
            </FileButton>
            {picture ? (
              <Button size="xs" variant="subtle" onClick={() => onChange(null)}>
                {t('menu_picture_remove')}
              </Button>
            ) : null}
          </span>
        </span>
      </div>
    </fieldset>
  )
}
