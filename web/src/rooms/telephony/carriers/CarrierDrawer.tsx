import { type CarrierRow, decideTextRegistration } from '@cutaway/contract/rooms/telephony/carriers.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Drawer } from '../../../ui/overlay/Drawer.tsx'
import { ReasonDialog } from '../../sites/form/ReasonDialog.tsx'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../../sites/operator/inbox/Inbox.module.css'

const tags = { waiting: 'yellow', approved: 'green', refused: 'red' } as const
const texts = ['use_case', 'sample_text', 'opt_in_text'] as const

/** A registration as the carriers want it, with what they decided. A decision can be changed: carriers change theirs. */
export function CarrierDrawer({ row, onClose }: { row: CarrierRow; onClose: () => void }) {
  const t = useTexts()
  const { dateTime } = useFormat()
  const phone = useShownPhone()
  const change = useChange('text-registrations', 'waiting', 'web-sites')
  const [isRefusing, setRefusing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { web_site_id, businessentity_id } = row
  const decide = (body: { approve: boolean; reason?: string }) =>
    change(
      send(decideTextRegistration, {
        body: { web_site_id, businessentity_id, submitted_at: row.submitted_at ?? '', ...body },
      }),
      { detail: row.business_name },
    )
  const approve = async () => {
    setBusy(true)
    const isDone = await decide({ approve: true })
    setBusy(false)
    if (isDone) onClose()
  }
  const facts: [name: string, value: string, isMachines?: boolean][] = [
    [t('registration_legal_name'), row.legal_name],
    [t('registration_tax_number'), row.tax_number, true],
    [t('registration_business_type'), t(`registration_${row.business_type}`)],
    [t('registration_web_address'), row.web_address, true],
    [t('registration_street'), row.street],
    [t('registration_city'), `${row.city}, ${row.region} ${row.postal_code}`],
    [t('registration_contact_name'), row.contact_name],
    [t('registration_contact_email'), row.contact_email, true],
    [t('registration_contact_phone'), phone(row.contact_phone), true],
    [t('operator_carriers_numbers'), row.numbers.map((number) => phone(number)).join(', '), true],
    [t('operator_web_site'), row.site_name],
    [t('operator_carriers_submitted'), row.submitted_at === null ? '' : dateTime(row.submitted_at)],
    [t('operator_carriers_decided'), row.decided_at === null ? '' : dateTime(row.decided_at)],
    [t('operator_carriers_decided_by'), row.decided_by ?? ''],
  ]
  return (
    <Drawer
      title={row.business_name}
      onClose={onClose}
      footer={
        <>
          {row.state === 'refused' ? null : (
            <Button
              variant="danger-subtle"
              leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
              onClick={() => setRefusing(true)}
            >
              {t('operator_carriers_refuse')}
            </Button>
          )}
          {row.state === 'approved' ? null : (
            <Button
              variant="filled"
              loading={isBusy}
              leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
              onClick={() => void approve()}
            >
              {t('operator_carriers_approve')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.stack}>
        <div className={classes.words}>
          <span>
            <Tag kind={tags[row.state]}>{t(`operator_carriers_${row.state}`)}</Tag>
          </span>
          {row.refusal === '' ? null : (
            <span className={classes.text} dir="auto">
              {row.refusal}
            </span>
          )}
        </div>
        <dl className={classes.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value, isMachines]) => (
              <Fact key={name} name={name} value={value} isMachines={isMachines ?? false} />
            ))}
        </dl>
        {texts.map((name) => (
          <div key={name} className={classes.words}>
            <span className={classes.hint}>{t(`registration_${name}`)}</span>
            <span className={classes.text} dir="auto">
              {row[name]}
            </span>
          </div>
        ))}
      </div>
      {isRefusing ? (
        <ReasonDialog
          isRefusal
          title={t('operator_carriers_refuse_title', { name: row.business_name })}
          hint={t('operator_carriers_reason_text')}
          verb={t('operator_carriers_refuse')}
          most={500}
          onSave={async (reason) => {
            const isDone = await decide({ approve: false, reason })
            if (isDone) onClose()
            return isDone
          }}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </Drawer>
  )
}

const Fact = ({ name, value, isMachines }: { name: string; value: string; isMachines: boolean }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi {...(isMachines ? { dir: 'ltr' } : {})}>{value}</bdi>
    </dd>
  </>
)
