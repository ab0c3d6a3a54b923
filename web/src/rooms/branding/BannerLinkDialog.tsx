import { type Banner, updateImageUrl } from '@cutaway/contract/rooms/branding/banners.ts'
import { useState } from 'react'
import { send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import formClasses from '../sites/Form.module.css'
import { isBannerUrl } from './banner-url.ts'

/** Edits the link of a banner. */
export function BannerLinkDialog({
  banner,
  onSave,
  onClose,
}: {
  banner: Banner
  /** Returns whether it succeeded. */
  onSave: (work: ReturnType<typeof send<typeof updateImageUrl>>) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const [link, setLink] = useState(banner.banner_url)
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setWrong(!isBannerUrl(link))
    if (!isBannerUrl(link)) return document.getElementById('banner-link')?.focus()
    setBusy(true)
    if (await onSave(send(updateImageUrl, { body: { id: banner.id, banner_url: link.trim() } }))) return onClose()
    return setBusy(false)
  }
  return (
    <Dialog
      title={t('banner_edit_link')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="banner-link-form" variant="filled" loading={busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id="banner-link-form"
        noValidate
        className={formClasses.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextInput
          id="banner-link"
          type="url"
          inputMode="url"
          dir="ltr"
          label={t('banner_link')}
          placeholder="https://"
          description={wrong ? undefined : t('banner_link_hint')}
          order={['label', 'input', 'description', 'error']}
          data-autofocus
          value={link}
          error={wrong ? <FieldError>{t('banner_link_wrong')}</FieldError> : undefined}
          onChange={({ currentTarget: { value } }) => setLink(value)}
        />
      </form>
    </Dialog>
  )
}
