import type { AddressState, SenderAddress } from '@cutaway/contract/rooms/branding/addresses.ts'
import type { useTexts } from '../../../core/i18n/i18n.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import { AddressActions } from './AddressActions.tsx'
import classes from '../Branding.module.css'

const kinds: Record<AddressState, TagKind> = { confirmed: 'green', waiting: 'yellow', expired: 'red' }

/** Returns the columns of the address table. */
export const addressColumns = (
  t: ReturnType<typeof useTexts>,
  /** Returns how many records the domain of an address lacks, so that mail may come from it. */
  lackingOf: (email: string) => number,
  actions: Omit<Parameters<typeof AddressActions>[0], 'address'>,
): Column<SenderAddress>[] => [
  {
    id: 'email',
    label: t('sender_address'),
    sortable: true,
    cell: ({ email, is_default, is_business_default }) => (
      <span className={classes.address}>
        <bdi dir="ltr" className={classes.email}>
          {email}
        </bdi>
        {is_default ? <Tag kind="brand">{t('default_tag')}</Tag> : null}
        {is_business_default ? <Tag kind="brand">{t('sender_business_tag')}</Tag> : null}
      </span>
    ),
  },
  {
    id: 'status',
    label: t('status'),
    sortable: true,
    cell: ({ email, state, is_webmail }) => (
      <span className={classes.tags}>
        {state === 'confirmed' && lackingOf(email) > 0 ? (
          <Tag kind="yellow">{t('sender_domain_needs', { count: lackingOf(email) })}</Tag>
        ) : (
          <Tag kind={kinds[state]}>{t(`sender_state_${state}`)}</Tag>
        )}
        {is_webmail ? <Tag>{t('sender_webmail_short')}</Tag> : null}
      </span>
    ),
  },
  { id: 'actions', label: '', cell: (address) => <AddressActions address={address} {...actions} /> },
]
