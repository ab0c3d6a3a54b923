import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/form/Tabs.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { PairButton } from '../screens/PairButton.tsx'
import { useScreens } from '../screens/useScreens.ts'
import classes from './Loop.module.css'
import { LoopTab } from './LoopTab.tsx'
import { MenusTab } from './MenusTab.tsx'
import { SaveSign } from './SaveSign.tsx'
import { ScheduleTab } from './ScheduleTab.tsx'
import { useLoop } from './useLoop.ts'

// The editor reads boards by their schema, whose library no other part of the page needs.
const MenuEditor = lazy(() => import('./menu/MenuEditor.tsx'))
const ScreensTab = lazy(() => import('../screens/ScreensTab.tsx'))

const tabs = ['loop', 'schedule', 'screens', 'menus'] as const
/** The page of the wall, which fills the screen. */
const wallPath = '/play_looped_animations'

/** Settings of looped animations. The address holds the tab, the location and the menu that is open. */
export default function LoopSettingsPage() {
  const [search] = useSearchParams()
  const location = Number(search.get('location')) || null
  // Another location is another loop, with nothing left to save of the one before.
  return <Settings key={location} locationId={location} />
}

function Settings({ locationId }: { locationId: number | null }) {
  const t = useTexts()
  const [search, setSearch] = useSearchParams()
  const loop = useLoop(locationId)
  const { data } = loop.query
  const screens = useScreens()
  const [pairing, setPairing] = useState(false)
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'loop'
  const change = (next: Record<string, string | null>) =>
    setSearch((now) => {
      const changed = new URLSearchParams(now)
      for (const [name, value] of Object.entries(next))
        if (value === null) changed.delete(name)
        else changed.set(name, value)
      return changed
    })
  const menu = data?.items.find(({ kind, id }) => kind === 'menu' && String(id) === search.get('menu'))
  if (menu && data)
    return (
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <MenuEditor key={menu.id} item={menu} locationId={locationId} onClose={() => change({ menu: null })} />
      </Suspense>
    )
  const counts: Partial<Record<(typeof tabs)[number], number | undefined>> = {
    screens: screens.data?.length,
    menus: data?.items.filter(({ kind }) => kind === 'menu').length,
  }
  return (
    <>
      <PageHeader
        title={t('nav_looped')}
        subtitle={t(tab === 'screens' ? 'screens_text' : 'loop_subtitle')}
        actions={
          tab === 'screens' ? (
            <PairButton variant="filled" onClick={() => setPairing(true)} />
          ) : (
            <>
              <SaveSign state={loop.state} onRetry={loop.saveAgain} />
              {data && data.locations.length > 0 ? (
                <NativeSelect
                  aria-label={t('loop_of')}
                  data={[
                    { value: '', label: t('loop_all_locations') },
                    ...data.locations.map(({ location_id, name, has_own }) => ({
                      value: String(location_id),
                      label: has_own ? t('loop_location_own', { name }) : name,
                    })),
                  ]}
                  value={locationId === null ? '' : String(locationId)}
                  onChange={({ currentTarget: { value } }) => change({ location: value || null })}
                />
              ) : null}
              <Button
                component="a"
                href={wallPath}
                variant="filled"
                leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
              >
                {t('loop_play')}
              </Button>
            </>
          )
        }
      />
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === 'loop' ? null : next })}
        className={classes.tabs ?? ''}
      >
        <TabList className={classes.tabList ?? ''} aria-label={t('nav_looped')}>
          {tabs.map((one) => (
            <Tab key={one} value={one} className={classes.tab ?? ''}>
              {one === 'screens' ? t('wall_screens') : t(`loop_tab_${one}`)}
              {counts[one] ? <span className={classes.count}> {counts[one]}</span> : null}
            </Tab>
          ))}
        </TabList>
        <QueryState query={loop.query} failed={t('loop_not_loaded')} waiting={<SkeletonRows rows={6} />}>
          {(settings) => (
            <>
              <TabPanel value="loop">
                <LoopTab
                  settings={settings}
                  loop={loop}
                  locationId={locationId}
                  onMenu={(id) => change({ menu: String(id) })}
                />
              </TabPanel>
              <TabPanel value="schedule">
                <ScheduleTab settings={settings} loop={loop} locationId={locationId} />
              </TabPanel>
              <TabPanel value="screens">
                <Suspense fallback={<SkeletonRows rows={6} />}>
                  <ScreensTab pairing={pairing} onPairing={setPairing} />
                </Suspense>
              </TabPanel>
              <TabPanel value="menus">
                <MenusTab
                  settings={settings}
                  loop={loop}
                  locationId={locationId}
                  onMenu={(id) => change({ menu: String(id) })}
                />
              </TabPanel>
            </>
          )}
        </QueryState>
      </Tabs>
    </>
  )
}
