import type { ApiKey, ApiKeyState } from '@cutaway/contract/rooms/users/api-keys.ts'
import { withCapital } from '../../../core/i18n/capital.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import classes from '../account/Account.module.css'

const kinds: Record<ApiKeyState, TagKind> = { active: 'green', expired: 'plain', revoked: 'plain', stopped: 'red' }

/** Returns the columns of the keys, and the words by which a column sorts. */
export function useKeyColumns(onRevoke: (key: ApiKey) => void) {
  const t = useTexts()
  const { date, seen } = useFormat()
  const scopesOf = ({ scopes }: ApiKey) => scopes.map((scope) => t(`scope_${scope}`)).join(', ')
  const columns: Column<ApiKey>[] = [
    {
      id: 'description',
      label: t('api_key_for'),
      sortable: true,
      cell: ({ description, api_key }) => (
        <span className={classes.words}>
          <bdi>{description}</bdi>
          <bdi dir="ltr" className={classes.hint}>
            {api_key}
          </bdi>
        </span>
      ),
    },
    { id: 'scopes', label: t('api_key_may'), cell: scopesOf },
    {
      id: 'key_state',
      label: t('status'),
      sortable: true,
      cell: ({ state }) => <Tag kind={kinds[state]}>{t(`api_key_${state}`)}</Tag>,
    },
    { id: 'created_on', label: t('api_key_created'), sortable: true, cell: ({ created_on }) => date(created_on) },
    {
      id: 'expires_on',
      label: t('api_key_expires'),
      sortable: true,
      cell: ({ expires_on }) => (expires_on ? date(expires_on) : t('api_key_never')),
    },
    {
      id: 'last_used_on',
      label: t('api_key_last_used'),
      sortable: true,
      cell: ({ last_used_on }) => (last_used_on ? withCapital(seen(last_used_on)) : t('api_key_never')),
    },
    {
      id: 'actions',
      label: '',
      cell: (key) =>
        key.state === 'revoked' ? null : (
          <Button
            size="xs"
            variant="danger-subtle"
            aria-label={t('named_action', { action: t('api_key_revoke'), name: key.description })}
            onClick={() => onRevoke(key)}
          >
            {t('api_key_revoke')}
          </Button>
        ),
    },
  ]
  const wordOf = (key: ApiKey, by: string): string => {
    if (by === 'created_on' || by === 'last_used_on') return key[by] ?? ''
    // A key without an end sorts after all others.
    if (by === 'expires_on') return key.expires_on ?? '9'
    return by === 'key_state' ? t(`api_key_${key.state}`) : key.description
  }
  return { columns, wordOf }
}
