import { useState } from 'react'
import { CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { Drawer } from '../../ui/overlay/Drawer.tsx'
import { OfflineBar } from '../../ui/feedback/OfflineBar.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import classes from './Gallery.module.css'

type Layer = 'sm' | 'md' | 'lg' | 'confirm' | 'drawer' | null

export function DialogSpecimen() {
  const t = useTexts()
  const [layer, setLayer] = useState<Layer>(null)
  const close = () => setLayer(null)
  return (
    <div className={classes.row}>
      <Button onClick={() => setLayer('sm')}>Dialog 420</Button>
      <Button onClick={() => setLayer('md')}>Dialog 760</Button>
      <Button onClick={() => setLayer('lg')}>Dialog 980</Button>
      <Button onClick={() => setLayer('drawer')}>Drawer 480</Button>
      <Button onClick={() => setLayer('confirm')}>ConfirmDialog</Button>
      {layer === 'sm' || layer === 'md' || layer === 'lg' ? (
        <Dialog
          title={t('nav_contact')}
          size={layer}
          onClose={close}
          footer={
            <>
              <FooterNote>{t('page_not_found_text')}</FooterNote>
              <Button onClick={close}>{t('close')}</Button>
              <Button variant="filled" onClick={close}>
                {t('send_another')}
              </Button>
            </>
          }
        >
          <TextInput label={t('nav_organisation')} data-autofocus />
        </Dialog>
      ) : null}
      {layer === 'drawer' ? (
        <Drawer title={t('nav_sent_report')} onClose={close}>
          <SkeletonRows rows={5} />
        </Drawer>
      ) : null}
      {layer === 'confirm' ? (
        <ConfirmDialog
          title={t('are you sure you want to delete this {item} ?', { item: 'northgate.example' })}
          text={t('page_broken_text')}
          verb={t('dismiss')}
          onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

export function ToastSpecimen() {
  const t = useTexts()
  const later = { label: 'try_again', run: () => undefined }
  return (
    <>
      <div className={classes.row}>
        <Button onClick={() => toast('messgae_sms_sent_successfully', { detail: 'Disc brake, Marcus Hale' })}>
          {t('success')}
        </Button>
        <Button onClick={() => toast('favourite_already_added', { kind: 'warning', action: later })}>
          {t('rating_check_soon')}
        </Button>
        <Button
          onClick={() =>
            toast(new CallFailed('server_error', 500, { reference: '7F3A-21C' }), {
              action: later,
            })
          }
        >
          {t('report_failed')}
        </Button>
      </div>
      <OfflineBar shown />
    </>
  )
}
