import { bannerDurations, type LoopItem, type LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'
import type { LoopPlayType } from '@cutaway/contract/rooms/signage/plan.ts'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { LibraryList } from './LibraryList.tsx'
import { LoopList } from './LoopList.tsx'
import classes from './Loop.module.css'
import { newMenu } from './menu/menu-draft.ts'
import { Preview } from './Preview.tsx'
import { useAddMenu } from './menu/useMenus.ts'
import { type Loop, useWallPlan } from './useLoop.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))

const modes: readonly LoopPlayType[] = ['custom', 'waiting_area', 'narrated', 'none']

type Asked = { kind: 'image' | 'video' } | { kind: 'remove'; item: LoopItem } | { kind: 'follow' }

/** What plays and in which order, with the wall in small beside it. */
export function LoopTab({
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
  const plan = useWallPlan(locationId)
  const addMenu = useAddMenu(loop, locationId)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  const close = () => setAsked(null)
  const isOwn = settings.loop_play_type === 'custom'
  const location = settings.locations.find(({ location_id }) => location_id === locationId)
  const startMenu = async () => {
    const added = await addMenu(t('menu_new_title'), newMenu(t))
    if (added) onMenu(added.id)
  }
  return (
    <div className={classes.loop}>
      {location ? (
        <div className={classes.follows}>
          <p>{t(location.has_own ? 'loop_has_own' : 'loop_follows_all', { name: location.name })}</p>
          {location.has_own ? (
            <Button size="xs" onClick={() => setAsked({ kind: 'follow' })}>
              {t('loop_follow')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <fieldset className={classes.modes}>
        <legend className="visually-hidden">{t('loop_mode')}</legend>
        {modes.map((mode) => (
          <label key={mode} className={classes.mode}>
            <input
              type="radio"
              name="loop-mode"
              checked={settings.loop_play_type === mode}
              disabled={mode === 'custom' && settings.items.length === 0}
              onChange={() => void loop.setMode(mode)}
            />
            <span className={classes.modeName}>{t(`loop_mode_${mode}`)}</span>
            <span className={classes.modeText}>
              {t(
                mode === 'custom' && settings.items.length === 0
                  ? 'error_empty_customized_loop_videos'
                  : `loop_mode_${mode}_text`,
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={classes.columns}>
        <LibraryList items={settings.items} onAdd={loop.add} />
        <LoopList
          settings={settings}
          isPlaying={isOwn}
          playing={playing}
          loop={loop}
          onImage={() => setAsked({ kind: 'image' })}
          onVideo={() => setAsked({ kind: 'video' })}
          onMenu={() => void startMenu()}
          onEditMenu={onMenu}
          onRemove={(item) => setAsked({ kind: 'remove', item })}
        />
        <aside className={classes.side} aria-label={t('loop_preview')}>
          <Preview query={plan} onPlaying={setPlaying} />
          <div className={classes.options}>
            <NativeSelect
              label={t('loop_banner_duration')}
              data={bannerDurations.map((seconds) => ({
                value: String(seconds),
                label: t('loop_seconds', { count: seconds }),
              }))}
              value={String(settings.banner_duration)}
              onChange={({ currentTarget: { value } }) => loop.setDuration(Number(value))}
            />
            <Switch
              label={t('loop_fullscreen')}
              description={t('loop_fullscreen_text')}
              checked={settings.play_video_fullscreen === 1}
              onChange={({ currentTarget: { checked } }) => void loop.setFullscreen(checked)}
            />
            <Switch
              label={t('loop_captions')}
              description={t('loop_captions_text')}
              checked={settings.captions === 1}
              onChange={({ currentTarget: { checked } }) => void loop.setPlayback({ captions: checked ? 1 : 0 })}
            />
            <Switch
              label={t('loop_sound')}
              description={t('loop_sound_text')}
              checked={settings.muted === 0}
              onChange={({ currentTarget: { checked } }) => void loop.setPlayback({ muted: checked ? 0 : 1 })}
            />
          </div>
        </aside>
      </div>
      {asked?.kind === 'image' || asked?.kind === 'video' ? (
        <Suspense fallback={null}>
          <UploadDialog kind={asked.kind} locationId={locationId} onAdded={loop.reload} onClose={close} />
        </Suspense>
      ) : null}
      {asked?.kind === 'remove' ? (
        <ConfirmDialog
          title={t('loop_remove_title', { name: asked.item.title })}
          text={t(asked.item.kind === 'film' ? 'loop_remove_film' : 'loop_remove_upload')}
          verb={t('loop_remove')}
          onConfirm={() => loop.remove(asked.item)}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'follow' && location ? (
        <ConfirmDialog
          title={t('loop_follow_title', { name: location.name })}
          text={t('loop_follow_text')}
          verb={t('loop_follow')}
          onConfirm={loop.follow}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
