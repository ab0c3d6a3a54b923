import { uploadBanner } from '@cutaway/contract/rooms/branding/banners.ts'
import {
  fittingSize,
  isTooLarge,
  type PictureKind,
  resizeImage,
  uploadLogo,
} from '@cutaway/contract/rooms/branding/pictures.ts'
import { useMutation } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { CallFailed, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import formClasses from '../sites/Form.module.css'
import { refusalText } from '../sites/refusal-text.ts'
import classes from './Branding.module.css'
import { isBannerUrl } from './banner-url.ts'
import { PictureDrop } from './PictureDrop.tsx'
import { SizeFields } from './SizeFields.tsx'
import { pixels } from './sizes.ts'
import { useChosenPicture } from './useChosenPicture.ts'

/**
 * Uploads a banner with its link, or a logo. A picture that is too large can be resized during the upload or stored
 * unchanged.
 */
export function UploadDialog({
  kind,
  title,
  onUploaded,
  onClose,
}: {
  kind: PictureKind
  title: string
  onUploaded: () => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { picture, error, setError, choose } = useChosenPicture()
  const [link, setLink] = useState('')
  const [size, setSize] = useState({ width: '', height: '' })
  const [way, setWay] = useState<'smaller' | 'keep'>('smaller')
  const [checked, setChecked] = useState(false)
  const tooLarge = picture !== null && isTooLarge(kind, picture.size)
  const wanted = { width: pixels(size.width), height: pixels(size.height) }
  const shrinks = tooLarge && way === 'smaller'
  const badLink = kind === 'banner' && !isBannerUrl(link)

  const saving = useMutation({
    mutationFn: async (file: File) => {
      const user_id = user.user_id
      const sent =
        kind === 'banner'
          ? await send(uploadBanner, { body: { user_id, banner_url: link.trim() }, file })
          : await send(uploadLogo, { body: { user_id }, file })
      if (sent.status !== 1 || !sent.data) throw new CallFailed(sent.message, sent.http)
      toast(sent)
      if (!shrinks) return
      const id = 'id' in sent.data ? { id: sent.data.id } : {}
      const resized = await send(resizeImage, { body: { setting_type: kind, user_id, ...id, ...wanted } })
      // The picture is stored even if resizing fails, and can be resized from the page.
      if (resized.status !== 1) toast(resized)
    },
    onSuccess: onClose,
    onSettled: onUploaded,
  })

  const submit = () => {
    setChecked(true)
    if (!picture) {
      setError(error ?? 'picture_missing')
      document.getElementById('picture-file')?.focus()
    } else if (badLink) document.getElementById('banner-link')?.focus()
    else if (shrinks && (wanted.width === null || wanted.height === null))
      document.getElementById('picture-width')?.focus()
    else saving.mutate(picture.file)
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="upload-picture" variant="filled" loading={saving.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <form
        id="upload-picture"
        noValidate
        className={formClasses.form}
        data-wide
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {saving.error ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <PictureDrop
          preview={picture?.url ?? null}
          error={error}
          onChoose={(file) => {
            void choose(file).then((chosen) => {
              if (!chosen) return
              const fitting = fittingSize(kind, chosen.size)
              setSize({ width: String(fitting.width), height: String(fitting.height) })
            })
          }}
        />
        {picture ? <p className={classes.hint}>{t('picture_size', { ...picture.size })}</p> : null}
        {tooLarge ? (
          <div className={classes.warning} role="status">
            <p className={classes.warningWords}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              {t(kind === 'banner' ? 'banner_too_large' : 'logo_too_large')}
            </p>
            <SegmentedControl
              label={t('resize_picture')}
              segments={[
                { value: 'smaller', label: t('resize_on_upload') },
                { value: 'keep', label: t('keep_size') },
              ]}
              value={way}
              onChange={setWay}
            />
            {way === 'smaller' ? (
              <SizeFields picture={picture.size} value={size} onChange={setSize} wrong={checked} />
            ) : null}
          </div>
        ) : null}
        {kind === 'banner' ? (
          <TextInput
            id="banner-link"
            type="url"
            inputMode="url"
            dir="ltr"
            label={t('banner_link')}
            placeholder="https://"
            description={checked && badLink ? undefined : t('banner_link_hint')}
            order={['label', 'input', 'description', 'error']}
            value={link}
            error={checked && badLink ? <FieldError>{t('banner_link_wrong')}</FieldError> : undefined}
            onChange={({ currentTarget: { value } }) => setLink(value)}
          />
        ) : null}
      </form>
    </Dialog>
  )
}
