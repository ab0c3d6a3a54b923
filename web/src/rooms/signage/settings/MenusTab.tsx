import type { LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import { IconLayoutRows, IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import classes from './Loop.module.css'
import { newMenu } from './menu/menu-draft.ts'
import type { Loop } from './useLoop.ts'
import { useAddMenu } from './menu/useMenus.ts'

/** The digital menus of the loop. */
export function MenusTab({
  settings,
  loop,
  locationId,
  onMenu,
}: {
  settings: LoopSettings
  loop: Loop
  locationId: number | null
  onMenu: (id: number) => void
}) {
  const t = useTexts()
  const addMenu = useAddMenu(loop, locationId)
  const menus = settings.items.filter(({ kind }) => kind === 'menu')
  const start = async () => {
    const added = await addMenu(t('menu_new_title'), newMenu(t))
    if (added) onMenu(added.id)
  }
  const button = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => void start()}>
      {t('menu_new')}
    </Button>
  )
  if (menus.length === 0)
    return (
      <section className={classes.box}>
        <EmptyState icon={IconLayoutRows} title={t('menus_empty')} text={t('menus_empty_text')} action={button} />
      </section>
    )
  return (
    <section className={classes.box} aria-labelledby="loop-menus">
      <header className={classes.head}>
        <h2 id="loop-menus">{t('loop_tab_menus')}</h2>
        <span className={classes.end}>{button}</span>
      </header>
      <ul className={classes.rows}>
        {menus.map((menu) => (
          <li key={menu.id} className={classes.row}>
            <span className={classes.thumb}>
              <IconLayoutRows size={18} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{menu.title}</span>
            </span>
            <Switch
              label={t('menu_on_wall')}
              checked={menu.is_display_digital_menu === 1}
              onChange={({ currentTarget: { checked } }) => void loop.showMenu(menu.id, checked)}
            />
            <Button size="xs" aria-label={t('menu_edit_named', { name: menu.title })} onClick={() => onMenu(menu.id)}>
              {t('menu_edit')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
