import { IconMessage2 } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import classes from './SavedTexts.module.css'
import { useSavedTexts, wordsIn } from './useSavedTexts.ts'

/** Offers the saved texts of a channel in the customer's language. Renders nothing if there are none. */
export function SavedTextsMenu({
  channel,
  languageId,
  onTake,
}: {
  channel: 'sms' | 'email'
  languageId: number | null
  onTake: (text: string) => void
}) {
  const t = useTexts()
  const texts = (useSavedTexts().data ?? []).filter((text) => text.channel === channel)
  if (texts.length === 0) return null
  return (
    <Menu
      className={classes.menu}
      align="start"
      label={t('saved_texts')}
      trigger={
        <>
          <IconMessage2 size={16} stroke={1.75} aria-hidden />
          {t('saved_texts')}
        </>
      }
    >
      {texts.map((text) => (
        <MenuItem
          key={text.id}
          hint={wordsIn(text, languageId).slice(0, 80)}
          onClick={() => onTake(wordsIn(text, languageId))}
        >
          {text.title}
        </MenuItem>
      ))}
    </Menu>
  )
}
