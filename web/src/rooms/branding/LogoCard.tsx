import { type EmailContent } from '@cutaway/contract/rooms/branding/content.ts'
import { isTooLarge, uploadLogoDelete } from '@cutaway/contract/rooms/branding/pictures.ts'
import { IconPhotoUp, IconResize, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useAction } from './useAction.ts'
import classes from './Branding.module.css'
import { ResizeDialog } from './ResizeDialog.tsx'
import { UploadDialog } from './UploadDialog.tsx'

export const contentKey = (userId: number) => ['message texts', userId]

/** Manages the logo of this user's mail. */
export function LogoCard({ content }: { content: EmailContent }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const queryKey = contentKey(user.user_id)
  const client = useQueryClient()
  const act = useAction(queryKey)
  const [asked, setAsked] = useState<'upload' | 'resize' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const { uploaded_logo: src, logo_width: width, logo_height: height } = content
  return (
    <Card title={t('logo')}>
      <p className={classes.hint}>{t('logo_text')}</p>
      <div className={classes.logo}>
        <div className={classes.logoFrame}>
          {src ? <img src={src} alt={t('logo_alt')} /> : <span className={classes.hint}>{t('logo_none')}</span>}
        </div>
        {src ? (
          <p className={classes.tags}>
            <span className={classes.hint}>{t('picture_size', { width, height })}</span>
            {isTooLarge('logo', { width, height }) ? <Tag kind="yellow">{t('picture_too_large')}</Tag> : null}
          </p>
        ) : null}
        <div className={classes.bannerActions}>
          <Button size="xs" leftSection={<IconPhotoUp size={16} stroke={1.75} />} onClick={() => setAsked('upload')}>
            {t(src ? 'logo_replace' : 'logo_add')}
          </Button>
          {src ? (
            <>
              <Button size="xs" leftSection={<IconResize size={16} stroke={1.75} />} onClick={() => setAsked('resize')}>
                {t('resize')}
              </Button>
              <Button
                size="xs"
                variant="danger-subtle"
                leftSection={<IconTrash size={16} stroke={1.75} />}
                onClick={() => setAsked('delete')}
              >
                {t('logo_delete')}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {asked === 'upload' ? (
        <UploadDialog
          kind="logo"
          title={t(src ? 'logo_replace' : 'logo_add')}
          onUploaded={() => client.invalidateQueries({ queryKey })}
          onClose={close}
        />
      ) : null}
      {asked === 'resize' ? (
        <ResizeDialog kind="logo" src={src} size={{ width, height }} onResize={act} onClose={close} />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title={t('logo_delete_title')}
          text={t('logo_delete_text')}
          verb={t('logo_delete')}
          onClose={close}
          onConfirm={async () => {
            if (!(await act(send(uploadLogoDelete, { params: { user: user.user_id } }))))
              throw new CallFailed('not_found', 404)
          }}
        />
      ) : null}
    </Card>
  )
}
