import { IconCheck, IconWorld } from '@tabler/icons-react'
import { changeLanguage, languages, useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { toast } from '../../core/toast.ts'
import { Menu, MenuItem } from './Menu.tsx'

/** Lists the languages of the site by native name. Changes the page without a reload. */
export function LanguageMenu({ className, compact }: { className?: string; compact?: boolean }) {
  const t = useTexts()
  const current = useLanguage()
  if (languages.length < 2) return null
  return (
    <Menu
      label={`${t('change_language')}: ${current.name}`}
      className={className}
      trigger={
        <>
          <IconWorld size={compact ? 21 : 18} stroke={1.75} aria-hidden />
          {compact ? null : <span lang={current.language_code}>{current.name}</span>}
        </>
      }
    >
      {languages.map((language) => (
        <MenuItem
          key={language.language_id}
          checked={language.language_id === current.language_id}
          lang={language.language_code}
          icon={
            <IconCheck
              size={16}
              stroke={1.75}
              aria-hidden
              style={language.language_id === current.language_id ? undefined : { visibility: 'hidden' }}
            />
          }
          onClick={() =>
            void changeLanguage(language.language_id).catch(() => toast('service_unavailable', { kind: 'error' }))
          }
        >
          {language.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
