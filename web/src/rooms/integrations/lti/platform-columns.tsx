import type { LtiPlatform } from '@cutaway/contract/rooms/integrations/lti.ts'
import { IconDots, IconLink, IconPencil, IconPower, IconTrash, IconUserX } from '@tabler/icons-react'
import { withCapital } from '../../../core/i18n/capital.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { Tag } from '../../../ui/layout/Tag.tsx'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import classes from '../Integrations.module.css'

type On = Record<'onEdit' | 'onTool' | 'onUnlink' | 'onDelete' | 'onSwitch', (platform: LtiPlatform) => void>

const icon = { size: 18, stroke: 1.75 } as const

/** Returns the columns of the platforms, and the words by which a column sorts. */
export function usePlatformColumns(on: On) {
  const t = useTexts()
  const { date, seen } = useFormat()
  const columns: Column<LtiPlatform>[] = [
    {
      id: 'name',
      label: t('lti_name'),
      sortable: true,
      cell: ({ name, issuer }) => (
        <span className={classes.words}>
          <bdi>{name}</bdi>
          <bdi className={classes.hint} dir="ltr">
            {issuer}
          </bdi>
        </span>
      ),
    },
    {
      id: 'people',
      label: t('lti_who'),
      cell: ({ maps_people, people }) => (maps_people ? t('lti_people_linked', { count: people }) : t('lti_viewers')),
    },
    { id: 'state', label: t('webhook_state'), cell: (platform) => <State platform={platform} /> },
    { id: 'created_at', label: t('api_key_created'), sortable: true, cell: ({ created_at }) => date(created_at) },
    {
      id: 'last_launch_at',
      label: t('lti_last_launch'),
      sortable: true,
      cell: ({ last_launch_at }) => (last_launch_at ? withCapital(seen(last_launch_at)) : t('api_key_never')),
    },
    { id: 'actions', label: '', cell: (platform) => <Actions platform={platform} on={on} /> },
  ]
  const wordOf = (platform: LtiPlatform, by: string): string =>
    platform[by as 'name' | 'created_at' | 'last_launch_at'] ?? ''
  return { columns, wordOf }
}

function State({ platform: { active, last_problem, last_problem_at } }: { platform: LtiPlatform }) {
  const t = useTexts()
  const { seen } = useFormat()
  if (active === 0) return <Tag kind="plain">{t('webhook_off')}</Tag>
  if (!last_problem) return <Tag kind="green">{t('webhook_on')}</Tag>
  return (
    <span className={classes.words}>
      <span>{t('lti_problem', { reason: t(`lti_problem_${last_problem}`) })}</span>
      {last_problem_at ? <span className={classes.hint}>{withCapital(seen(last_problem_at))}</span> : null}
    </span>
  )
}

function Actions({ platform, on }: { platform: LtiPlatform; on: On }) {
  const t = useTexts()
  const { name } = platform
  const named = (action: string) => t('named_action', { action: t(action), name })
  return (
    <span className={classes.actions}>
      <ActionIcon aria-label={named('lti_tool')} onClick={() => on.onTool(platform)}>
        <IconLink {...icon} />
      </ActionIcon>
      <ActionIcon aria-label={named('lti_platform_edit')} onClick={() => on.onEdit(platform)}>
        <IconPencil {...icon} />
      </ActionIcon>
      <Menu label={t('user_actions_of', { name })} className={classes.more} trigger={<IconDots {...icon} />}>
        <MenuItem icon={<IconPower {...icon} />} onClick={() => on.onSwitch(platform)}>
          {t(platform.active === 1 ? 'webhook_switch_off' : 'webhook_switch_on')}
        </MenuItem>
        {platform.people > 0 ? (
          <MenuItem icon={<IconUserX {...icon} />} onClick={() => on.onUnlink(platform)}>
            {t('lti_unlink')}
          </MenuItem>
        ) : null}
        <MenuGroup>
          <MenuItem icon={<IconTrash {...icon} />} danger onClick={() => on.onDelete(platform)}>
            {t('webhook_delete')}
          </MenuItem>
        </MenuGroup>
      </Menu>
    </span>
  )
}
