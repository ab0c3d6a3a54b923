import { IconCircleCheck, IconMessageOff } from '@tabler/icons-react'
import { initials, isolated } from '../../../core/i18n/format.ts'
import { languageName, useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { mostCustomerName, mostVehicle } from '@cutaway/contract/rooms/sharing/customers.ts'
import type { DraftOf } from '../dialog/draft.ts'
import { HintedLabel } from '../dialog/HintedLabel.tsx'
import { repairOrder } from '../repair-order.ts'
import classes from './CustomerField.module.css'

/** Shows the chosen customer, with the way to another one. */
export function ChosenCustomer({ about: { draft, change } }: { about: DraftOf }) {
  const t = useTexts()
  const { customer } = draft
  if (!customer) return null
  const { name, phone_shown: phone, email } = customer
  const address = draft.channel === 'email' ? email || phone : phone || email
  const facts = [name ? address : '', languageName(draft.languageId) ?? '', repairOrder(t, customer.ro_number)].filter(
    Boolean,
  )
  return (
    <div role="group" aria-label={t('share_customer')}>
      <p className={classes.label} aria-hidden>
        {t('share_customer')}
      </p>
      <div className={classes.chosen}>
        <span className={classes.avatar} aria-hidden>
          {name ? initials(name) : '#'}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>
            <bdi>{name || address}</bdi>
          </span>
          <span className={classes.dim}>
            {facts.map((fact) => isolated(fact.replaceAll(' ', '\u00a0'))).join(' · ')}
          </span>
        </span>
        <Button
          variant="subtle"
          onClick={() =>
            change({ customer: null, number: '', recipients: [], customerName: '', vehicle: '', roNumber: '' })
          }
        >
          {t('share_customer_change')}
        </Button>
      </div>
    </div>
  )
}

/** Says that the customer's consent to texts still holds, or that the customer stopped them. */
export function StandingConsent({ customer }: { customer: Customer }) {
  const t = useTexts()
  const { date } = useFormat()
  const { state, since } = customer.texts
  if (state === 'agreed')
    return (
      <p className={classes.consent}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        {/* Noon, so that the day is the same in every time zone of the shop. */}
        {t('share_consent_agreed_on', { date: since ? date(since) : '' })}
      </p>
    )
  if (state === 'stopped')
    return (
      <p className={classes.consent} data-stopped>
        <IconMessageOff size={18} stroke={1.75} aria-hidden />
        {t('share_consent_stopped_hint')}
      </p>
    )
  return null
}

/** Edits the name and the vehicle of a new customer; the business remembers them. */
export function NewCustomerName({ about: { draft, change } }: { about: DraftOf }) {
  const t = useTexts()
  return (
    <div className={classes.pair}>
      <TextInput
        id="share-customer-name"
        label={<HintedLabel label={t('share_customer_name')} hint={t('optional')} />}
        value={draft.customerName}
        maxLength={mostCustomerName}
        dir="auto"
        autoComplete="off"
        onChange={(event) => change({ customerName: event.currentTarget.value })}
      />
      <TextInput
        label={<HintedLabel label={t('share_customer_vehicle')} hint={t('optional')} />}
        value={draft.vehicle}
        maxLength={mostVehicle}
        dir="auto"
        autoComplete="off"
        onChange={(event) => change({ vehicle: event.currentTarget.value })}
      />
    </div>
  )
}
