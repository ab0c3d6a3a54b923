import { getTextRegistration, type OwnNumber } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { IconClockHour4, IconDots, IconPhone, IconSquareX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../Telephony.module.css'
import { abilitiesOf } from './abilities.ts'
import { CallsDialog } from './CallsDialog.tsx'
import { RegistrationDialog } from './RegistrationDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { UnpaidNumber } from './UnpaidNumber.tsx'

type Asked = { kind: 'calls' | 'release'; of: OwnNumber } | { kind: 'registration' } | null

/** The numbers of the business with their state, and what can be done with each. */
export function OwnNumbers({
  numbers,
  entity,
  onChanged,
}: {
  numbers: readonly OwnNumber[]
  entity: number
  onChanged: () => Promise<unknown>
}) {
  const t = useTexts()
  const [asked, setAsked] = useState<Asked>(null)
  const columns = useColumns((kind, of) => setAsked(kind === 'registration' ? { kind } : { kind, of }))
  const waits = numbers.find(({ blocked_by }) => blocked_by?.startsWith('carriers_'))?.blocked_by
  const unpaid = numbers.filter(({ released_on, arrears }) => released_on !== null || arrears !== null)
  return (
    <Card
      title={t('numbers_own')}
      actions={
        <Button component={Link} to={paths.phoneNumberUsage} variant="subtle">
          {t('numbers_use')}
        </Button>
      }
    >
      {numbers.length === 0 ? (
        <EmptyState icon={IconPhone} title={t('numbers_none')} text={t('numbers_none_text')} />
      ) : (
        <div className={classes.stack}>
          <DataTable
            caption={t('numbers_own')}
            columns={columns}
            rows={numbers}
            rowId={({ phone_number_id }) => phone_number_id}
            empty={null}
          />
          {unpaid.map((of) => (
            <UnpaidNumber key={of.phone_number_id} of={of} onPaid={onChanged} />
          ))}
          {waits ? (
            <RegistrationLine entity={entity} block={waits} onOpen={() => setAsked({ kind: 'registration' })} />
          ) : null}
        </div>
      )}
      {asked?.kind === 'calls' ? (
        <CallsDialog of={asked.of} onClose={() => setAsked(null)} onSaved={onChanged} />
      ) : null}
      {asked?.kind === 'release' ? (
        <ReleaseDialog of={asked.of} onClose={() => setAsked(null)} onReleased={onChanged} />
      ) : null}
      {asked?.kind === 'registration' ? (
        <RegistrationDialog entity={entity} onClose={() => setAsked(null)} onSaved={onChanged} />
      ) : null}
    </Card>
  )
}

/** What the US carriers say of the registration: that it is missing, being checked, or why they refused it. */
function RegistrationLine({
  entity,
  block,
  onOpen,
}: {
  entity: number
  block: NonNullable<OwnNumber['blocked_by']>
  onOpen: () => void
}) {
  const t = useTexts()
  const isRefused = block === 'carriers_refused'
  const { data } = useQuery({
    queryKey: ['text registration', entity],
    queryFn: ({ signal }) => call(getTextRegistration, { params: { entity }, signal }),
    enabled: isRefused,
    staleTime: 0,
  })
  const reason = isolated(data?.refusal ?? '')
  const Icon = isRefused ? IconSquareX : IconClockHour4
  return (
    <div className={classes.bar2} data-tone={isRefused ? 'red' : undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className={classes.grow}>
        {isRefused
          ? t('numbers_registration_refused', { reason })
          : t(block === 'carriers_waiting' ? 'numbers_registration_waiting' : 'numbers_registration_line')}
      </span>
      <Button size="xs" onClick={onOpen}>
        {t('numbers_registration')}
      </Button>
    </div>
  )
}

/** US carriers ask for a registration for such numbers only. */
const isRegistered = ({ iso_country, number_type }: OwnNumber) => iso_country === 'US' && number_type === 'local'

function useColumns(ask: (kind: 'calls' | 'release' | 'registration', of: OwnNumber) => void): Column<OwnNumber>[] {
  const t = useTexts()
  const format = useBillingFormat()
  const phone = useShownPhone()
  const navigate = useNavigate()
  return [
    {
      id: 'number',
      label: t('numbers_number'),
      cell: ({ phone_number, locality, capabilities }) => (
        <span className={classes.figure}>
          <bdi dir="ltr" className={classes.number}>
            {phone(phone_number)}
          </bdi>
          <span className={classes.hint}>{[locality, abilitiesOf(capabilities, t)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      id: 'location',
      label: t('numbers_location'),
      cell: ({ location_name }) => (location_name === null ? t('numbers_all_locations') : <bdi>{location_name}</bdi>),
    },
    {
      id: 'rings',
      label: t('numbers_rings'),
      cell: ({ forward_to }) =>
        forward_to === '' ? t('numbers_rings_nowhere') : <bdi dir="ltr">{phone(forward_to)}</bdi>,
    },
    { id: 'state', label: t('numbers_state'), cell: (row) => <State of={row} /> },
    { id: 'sent', label: t('numbers_sent'), number: true, cell: ({ sent }) => <Use count={sent} /> },
    { id: 'received', label: t('numbers_received'), number: true, cell: ({ received }) => <Use count={received} /> },
    {
      id: 'price',
      label: t('numbers_a_month'),
      number: true,
      cell: ({ price, currency }) => <bdi>{format.amount(price, currency)}</bdi>,
    },
    {
      id: 'menu',
      label: '',
      cell: (row) =>
        row.state === 'owned' ? (
          <Menu
            label={t('numbers_actions', { number: isolated(phone(row.phone_number)) })}
            trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
          >
            <MenuItem onClick={() => void navigate(paths.phoneNumberUsage)}>{t('numbers_use')}</MenuItem>
            <MenuItem onClick={() => ask('calls', row)}>{t('numbers_change')}</MenuItem>
            {isRegistered(row) ? (
              <MenuItem onClick={() => ask('registration', row)}>{t('numbers_registration')}</MenuItem>
            ) : null}
            <MenuItem onClick={() => ask('release', row)}>{t('numbers_release')}</MenuItem>
          </Menu>
        ) : null,
    },
  ]
}

/** A count that leads to the months behind it. Zero has none. */
function Use({ count }: { count: number }) {
  const { number } = useFormat()
  return count === 0 ? number(count) : <Link to={paths.phoneNumberUsage}>{number(count)}</Link>
}

function State({ of }: { of: OwnNumber }) {
  const t = useTexts()
  if (of.state !== 'owned') return <Tag kind="yellow">{t(`numbers_state_${of.state}`)}</Tag>
  if (of.blocked_by === null && of.released_on !== null) return <Tag kind="yellow">{t('numbers_state_due')}</Tag>
  if (of.blocked_by === null) return <Tag kind="green">{t('numbers_ready')}</Tag>
  const isBad = of.blocked_by === 'carriers_refused' || of.blocked_by === 'number_unpaid'
  return (
    <Tag kind={isBad ? 'red' : of.blocked_by === 'number_cannot_text' ? 'plain' : 'yellow'}>{t(of.blocked_by)}</Tag>
  )
}
