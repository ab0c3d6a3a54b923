import { IconAdjustmentsHorizontal, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { initials } from '../../core/i18n/format.ts'
import { useTag, useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { pageExists } from '../../pages/all.ts'
import { paths } from '../../paths.ts'
import { mayOpenConsole } from '../../rooms/sites/operator/access.ts'
import { useEmailFilms } from '../../rooms/sharing/dialog/useEmailFilms.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/overlay/Menu.tsx'
import { NavGlyph } from './NavGlyph.tsx'
import { personalNav } from './nav.ts'
import { useNav } from './useNav.ts'
import classes from './UserMenu.module.css'

const personalSettings = '/personal_settings'

/** Shows the signed-in user with the role, and the logout. */
export function UserMenu() {
  const t = useTexts()
  const tag = useTag()
  const navigate = useNavigate()
  const { user, permissions } = useSignedIn()
  const emailFilms = useEmailFilms()
  const allowed = useNav()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username
  return (
    <>
      <Menu
        className={classes.trigger}
        label={`${t('account_menu')}: ${name}`}
        trigger={<span className={classes.avatar} data-initials={initials(name)} />}
      >
        <div className={classes.who}>
          <div className={classes.name}>{name}</div>
          <div className={classes.role}>
            {[tag(`role_${user.user_access_id}`), user.business_name].filter(Boolean).join(' · ')}
          </div>
        </div>
        <MenuGroup>
          {emailFilms.entry}
          {allowed(personalNav).map(({ path, label, icon }) => (
            <MenuItem key={path} icon={<NavGlyph name={icon} />} onClick={() => void navigate(path)}>
              {t(label)}
            </MenuItem>
          ))}
          {pageExists(personalSettings) ? (
            <MenuItem
              icon={<IconUser size={18} stroke={1.75} aria-hidden />}
              onClick={() => void navigate(personalSettings)}
            >
              {t('nav_personal_settings')}
            </MenuItem>
          ) : null}
          {mayOpenConsole(permissions) ? (
            <MenuItem
              icon={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
              onClick={() => void navigate(paths.operator)}
            >
              {t('nav_operator')}
            </MenuItem>
          ) : null}
          <MenuItem
            icon={<IconLogout className="flip" size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(paths.logout)}
          >
            {t('log_out')}
          </MenuItem>
        </MenuGroup>
      </Menu>
      {emailFilms.dialog}
    </>
  )
}
