import { IconChevronDown } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlay/Menu.tsx'
import classes from './Share.module.css'

/** Offers saved texts: the user's own, then the web site's. Selecting one replaces the field's text. */
export function SavedTexts({
  own,
  ofSite,
  onTake,
}: {
  own: readonly string[]
  ofSite: readonly string[]
  onTake: (text: string) => void
}) {
  const t = useTexts()
  const groups = [
    { label: t('share_texts_own'), texts: own.filter(Boolean) },
    { label: t('share_texts_site'), texts: ofSite.filter(Boolean) },
  ].filter(({ texts }) => texts.length > 0)
  if (groups.length === 0) return null
  return (
    <Menu
      className={classes.quiet}
      label={t('share_saved_text')}
      trigger={
        <>
          {t('share_saved_text')}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </>
      }
    >
      {groups.map(({ label, texts }) => (
        <MenuGroup key={label} label={label}>
          <div className={classes.menuHeading} aria-hidden>
            {label}
          </div>
          {texts.map((text) => (
            <MenuItem key={text} onClick={() => onTake(text)}>
              <span className={classes.excerpt} dir="auto">
                {text}
              </span>
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </Menu>
  )
}
