import { IpRangeFields } from '@cutaway/contract/full/rooms/organisation/ip-ranges.ts'
import {
  addIPRange,
  type IpLoginType,
  type IpRange,
  mostUndecided,
  updateIPRange,
} from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { firstRoleWithoutPassword } from '@cutaway/contract/roles.ts'
import { getUsersByBusinessentityId } from '@cutaway/contract/rooms/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormDialog, FormPair } from '../../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'
import classes from './IpRanges.module.css'
import { rangeCount } from './range-count.ts'

const types = [13, 12, 3, 2] as const

/** Adds a range of addresses, or changes one: its addresses, and what it offers. */
export default function RangeDialog({
  business,
  range,
  onClose,
}: {
  business: number
  range?: IpRange
  onClose: () => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const change = useChange('ip-ranges')
  const [type, setType] = useState<IpLoginType>(range?.login_type ?? 13)
  const [chosen, setChosen] = useState(range ? String(range.user_id) : '')
  const { data: users = [] } = useQuery({
    queryKey: ['ip-range-users', business],
    queryFn: ({ signal }) => call(getUsersByBusinessentityId, { params: { businessentity_id: business }, signal }),
    // Managers of a business are never logged in without a password; one whom the range has already stays listed.
    select: (all) =>
      all.filter(({ id, user_access_id }) => user_access_id >= firstRoleWithoutPassword || id === range?.user_id),
  })
  const user = chosen === '' ? users[0]?.id : Number(chosen)
  const form = useSchemaForm({
    schema: IpRangeFields,
    initial: { from_ip: range?.ip1 ?? '', to_ip: range?.ip2 ?? '' },
    labels: { from_ip: t('ip_range_from'), to_ip: t('ip_range_to') },
    missing: { from_ip: 'ip_address_not_valid', to_ip: 'ip_address_not_valid' },
    refusals: { from_ip_should_be_less_than_to_ip: 'to_ip', ip_range_overlaps: 'from_ip', ip_range_private: 'from_ip' },
    save: (fields) =>
      range
        ? send(updateIPRange, { body: { ...fields, id: range.id, login_type: type, user_id: user ?? range.user_id } })
        : send(addIPRange, {
            body: {
              ...fields,
              businessentity_id: business,
              login_type: type,
              ...(user === undefined ? {} : { user_id: user }),
            },
          }),
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer))
    },
  })
  const { from_ip, to_ip } = form.form.values
  const count = rangeCount(from_ip, to_ip)
  const address = { required: true, maxLength: 45, autoComplete: 'off', dir: 'ltr' } as const
  const first = form.field('from_ip')
  // A prefix of IPv6 names its last network itself.
  const isPrefix = from_ip.includes(':') && (to_ip === from_ip || !range)
  const setFirst = (value: string) => {
    const isSix = value.includes(':')
    const follows = isPrefix || (isSix && !from_ip.includes(':'))
    form.form.setValues({ from_ip: value, ...(follows ? { to_ip: isSix ? value : '' } : {}) })
  }
  return (
    <FormDialog
      title={t(range ? 'ip_range_edit' : 'ip_range_add')}
      form={form}
      verb={t(range ? 'save_changes' : 'ip_range_add')}
      reason={!range && user === undefined ? t('ip_range_no_users') : undefined}
      onClose={onClose}
    >
      <FormPair>
        <TextInput
          data-autofocus
          {...address}
          {...first}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        {isPrefix ? null : <TextInput {...address} {...form.field('to_ip')} />}
      </FormPair>
      <output className={classes.count}>
        {count === null
          ? ''
          : t(from_ip.includes(':') ? 'ip_range_count_networks' : 'ip_range_count', { count: number(count) })}
        {count !== null && count > mostUndecided ? ` · ${t('ip_range_needs_approval')}` : ''}
      </output>
      <NativeSelect
        label={t('ip_range_offers')}
        description={t(`ip_login_type_${type}_text`)}
        data={types.map((value) => ({ value: String(value), label: t(`ip_login_type_${value}`) }))}
        value={String(type)}
        onChange={({ currentTarget }) => setType(types.find((one) => String(one) === currentTarget.value) ?? 13)}
      />
      {type === 2 ? null : (
        <NativeSelect
          label={t(type === 3 ? 'ip_range_store_of' : 'ip_range_person')}
          data={users.map(({ id, first_name, last_name, username }) => ({
            value: String(id),
            label: `${`${first_name} ${last_name}`.trim() || username} (${username})`,
          }))}
          value={String(user ?? '')}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
