import { getScreens, type Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { Tag } from '../../../../ui/layout/Tag.tsx'
import { StateTag } from '../../screens/StateTag.tsx'
import classes from '../Loop.module.css'

/** Milliseconds between two looks at what the screens show. */
const lookEvery = 5000

/** Which screens show the menu now. `title` is the stored one, which the screens report. */
export function MenuScreens({ title, locationId }: { title: string; locationId: number | null }) {
  const t = useTexts()
  const screens = useQuery({
    queryKey: ['screens'],
    queryFn: ({ signal }) => call(getScreens, { signal }),
    refetchInterval: lookEvery,
  })
  const here = screens.data?.filter((screen) => locationId === null || screen.location_id === locationId) ?? []
  if (here.length === 0) return null
  const shows = ({ state, playing }: Screen) =>
    state === 'online' && playing?.kind === 'menu' && playing.title === title
  return (
    <ul className={classes.screens} aria-label={t('wall_screens')}>
      {here.map((screen) => (
        <li key={screen.screen_id}>
          <span className={classes.name}>{screen.name}</span>
          {shows(screen) ? (
            <Tag kind="green">{t('menu_shows_this')}</Tag>
          ) : screen.state === 'online' && screen.playing ? (
            <span className={classes.line}>{t('menu_shows_other', { name: screen.playing.title })}</span>
          ) : (
            <StateTag screen={screen} />
          )}
        </li>
      ))}
    </ul>
  )
}
