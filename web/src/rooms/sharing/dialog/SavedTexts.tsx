import { IconChevronDown } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { useSavedTexts, wordsIn } from '../../branding/texts/useSavedTexts.ts'
import classes from './Share.module.css'

/**
 * Offers saved texts in the customer's language: those saved by title, the user's own, then the web site's. Selecting
 * one replaces the field's text.
 */
export function SavedTexts({
  channel,
  languageId,
  own,
  ofSite,
  onTake,
}: {
  channel: 'sms' | 'email'
  languageId: number
  own: readonly string[]
  ofSite: readonly string[]
  onTake: (text: string) => void
}) {
  const t = useTexts()
  const saved = (useSavedTexts().data ?? [])
    .filter((text) => text.channel === channel)
    .map((text) => ({ title: text.title, words: wordsIn(text, languageId) }))
  const plain = (texts: readonly string[]) => texts.filter(Boolean).map((words) => ({ title: '', words }))
  const groups = [
    { label: t('saved_texts'), texts: saved },
    { label: t('share_texts_own'), texts: plain(own) },
    { label: t('share_texts_site'), texts: plain(ofSite) },
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
          {texts.map(({ title, words }) => (
            <MenuItem key={`${title} ${words}`} onClick={() => onTake(words)}>
              <span className={classes.excerpt} dir="auto">
                {title ? <strong>{title}: </strong> : null}
                {words}
              </span>
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </Menu>
  )
}
