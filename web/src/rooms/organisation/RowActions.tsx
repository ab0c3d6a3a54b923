import { IconArrowBackUp, IconDots, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { Menu } from '../../ui/overlay/Menu.tsx'
import classes from './Places.module.css'

/** What can be done with a row: edit and a menu, or Restore for a deleted one. */
export function RowActions({
  name,
  isDeleted,
  mayRestore = true,
  onEdit,
  onRestore,
  children,
}: {
  name: string
  isDeleted: boolean
  /** False: the page says why. */
  mayRestore?: boolean
  onEdit: () => void
  onRestore: () => void
  /** Items of the menu. */
  children: ReactNode
}) {
  const t = useTexts()
  const named = (action: string) => t('action_on_row', { action, name })
  if (isDeleted)
    return (
      <span className={classes.actions}>
        <Button
          size="xs"
          disabled={!mayRestore}
          leftSection={<IconArrowBackUp className="flip" size={15} stroke={1.75} />}
          aria-label={named(t('row_restore'))}
          onClick={onRestore}
        >
          {t('row_restore')}
        </Button>
      </span>
    )
  return (
    <span className={classes.actions}>
      <ActionIcon aria-label={named(t('row_edit'))} onClick={onEdit}>
        <IconPencil size={17} stroke={1.75} />
      </ActionIcon>
      <Menu
        className={classes.more}
        label={t('row_more', { name })}
        trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
      >
        {children}
      </Menu>
    </span>
  )
}
