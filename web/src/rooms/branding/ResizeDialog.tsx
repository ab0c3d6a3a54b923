import { fittingSize, type PictureKind, resizeImage } from '@cutaway/contract/rooms/branding/pictures.ts'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import formClasses from '../sites/Form.module.css'
import classes from './Branding.module.css'
import { SizeFields } from './SizeFields.tsx'
import { pixels, type Size } from './sizes.ts'

/** Resizes a stored picture. */
export function ResizeDialog({
  kind,
  id,
  src,
  size,
  onResize,
  onClose,
}: {
  kind: PictureKind
  /** Of a banner. */
  id?: number
  src: string
  size: Size
  /** Returns whether it succeeded. */
  onResize: (work: ReturnType<typeof send<typeof resizeImage>>) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const fitting = fittingSize(kind, size)
  const [typed, setTyped] = useState({ width: String(fitting.width), height: String(fitting.height) })
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const [width, height] = [pixels(typed.width), pixels(typed.height)]
    setWrong(width === null || height === null)
    if (width === null || height === null) return
    setBusy(true)
    const body = { setting_type: kind, user_id: user.user_id, ...(id === undefined ? {} : { id }), width, height }
    if (await onResize(send(resizeImage, { body }))) onClose()
    else setBusy(false)
  }
  return (
    <Dialog
      title={t('resize_picture')}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{t('resize_hint')}</FooterNote>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="resize" variant="filled" loading={busy}>
            {t('resize')}
          </Button>
        </>
      }
    >
      <form
        id="resize"
        noValidate
        className={formClasses.form}
        data-wide
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className={classes.frame}>
          <img src={src} alt={t('picture_preview')} />
        </div>
        <p className={classes.hint}>{t('picture_size', { ...size })}</p>
        <SizeFields picture={size} value={typed} onChange={setTyped} wrong={wrong} />
      </form>
    </Dialog>
  )
}
