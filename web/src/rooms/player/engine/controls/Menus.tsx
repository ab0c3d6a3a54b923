import {
  IconAdjustmentsHorizontal,
  IconBadgeHd,
  IconCheck,
  IconChevronLeft,
  IconChevronUp,
  IconGauge,
  IconTextSize,
} from '@tabler/icons-react'
import { Menu } from '@videojs/react'
import type { ReactNode } from 'react'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { rates } from './preferences.ts'
import { useEngine, usePlayback } from '../context.ts'
import classes from './Menus.module.css'
import { usePlayer } from '../sources/player.ts'
import { languageChoices } from '../captions/languages.ts'

/** Renders the menus of the player: one per setting, or a combined menu if the player is narrow. */

interface Option {
  value: string
  label: ReactNode
  /** Shown at the end of the row. */
  hint?: string
  lang?: string
}

interface Choice {
  label: string
  /** The current value, as shown on the button. */
  shown: string
  value: string
  options: readonly Option[]
  choose: (value: string) => void
}

function useTongue(): Choice {
  const t = useTexts()
  const { film, tongue, chooseTongue } = useEngine()
  const choices = languageChoices(film.narrations, film.captions)
  return {
    label: t('film_narration_language'),
    shown: choices.find(({ tag }) => tag === tongue)?.name ?? '',
    value: tongue,
    options: choices.map(({ tag, name, heard }) => ({
      value: tag,
      label: name,
      lang: tag,
      hint: t(heard ? 'film_heard' : 'film_only_captions'),
    })),
    choose: chooseTongue,
  }
}

function useSpeed(): Choice {
  const t = useTexts()
  const { number } = useFormat()
  const { setRate } = useEngine()
  const rate = usePlayer((s) => s.playbackRate)
  const nameOf = (value: number) => `${number(value)}×`
  return {
    label: t('film_speed'),
    shown: nameOf(rate),
    value: String(rate),
    options: rates.map((value) => ({ value: String(value), label: nameOf(value) })),
    choose: (value) => setRate(Number(value)),
  }
}

/** Returns null if the film has one quality only. */
function useQuality(): (Choice & { ask: () => void }) | null {
  const t = useTexts()
  const { film, machine } = useEngine()
  const { quality, height, heights, via } = usePlayback()
  const playback = machine?.playback
  const hasLadder = via === 'mp4' ? film.sources.hls !== null : heights.length > 1
  if (film.kind === 'interactive' || !hasLadder || !playback) return null
  const auto = quality === 'auto'
  return {
    label: t('film_quality'),
    shown: !auto ? `${quality}p` : height ? t('film_quality_auto_now', { height }) : t('film_quality_auto'),
    value: String(quality),
    options: [
      { value: 'auto', label: t('film_quality_auto') },
      ...heights.map((value) => ({ value: String(value), label: `${value}p` })),
    ],
    choose: (value) => playback.setQuality(value === 'auto' ? 'auto' : Number(value)),
    ask: playback.askHeights,
  }
}

/** Renders the options of a setting, with the current one ticked. */
function Rows({ choice: { label, value, options, choose } }: { choice: Choice }) {
  return (
    <Menu.RadioGroup value={value} onValueChange={choose} aria-label={label}>
      {options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} className={classes.row}>
          <Menu.ItemIndicator forceMount className={classes.tick}>
            {option.value === value && <IconCheck size={16} stroke={1.75} />}
          </Menu.ItemIndicator>
          <span lang={option.lang}>{option.label}</span>
          {option.hint && <span className={classes.hint}>{option.hint}</span>}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function ChoiceMenu({ choice, ask }: { choice: Choice; ask?: () => void }) {
  return (
    <Menu.Root side="top" align="end" boundary="viewport">
      <Menu.Trigger aria-label={`${choice.label}: ${choice.shown}`} onPointerEnter={ask} onFocus={ask}>
        {choice.shown}
      </Menu.Trigger>
      <Menu.Popup className={classes.popup}>
        <Menu.Content className={classes.content} aria-label={choice.label}>
          <Rows choice={choice} />
        </Menu.Content>
      </Menu.Popup>
    </Menu.Root>
  )
}

export function LanguageMenu() {
  const choice = useTongue()
  return choice.options.length > 1 ? <ChoiceMenu choice={choice} /> : null
}

export function SpeedMenu() {
  return <ChoiceMenu choice={useSpeed()} />
}

export function QualityMenu() {
  const choice = useQuality()
  return choice && <ChoiceMenu choice={choice} ask={choice.ask} />
}

/** Opens the caption style, beside the captions switch. */
export function CaptionMenu() {
  const t = useTexts()
  const { captionsOn, toggle, openDialog } = useEngine()
  return (
    <Menu.Root side="top" align="end" boundary="viewport">
      <Menu.Trigger className={classes.slim} aria-label={t('film_captions_settings')}>
        <IconChevronUp size={14} stroke={2} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Popup className={classes.popup}>
        <Menu.Content className={classes.content} aria-label={t('film_captions_settings')}>
          <Menu.CheckboxItem className={classes.row} checked={captionsOn} onCheckedChange={() => toggle('captions')}>
            <span className={classes.tick}>{captionsOn && <IconCheck size={16} stroke={1.75} />}</span>
            <span>{t('film_captions')}</span>
          </Menu.CheckboxItem>
          <CaptionStyleItem onOpen={() => openDialog('captions')} />
        </Menu.Content>
      </Menu.Popup>
    </Menu.Root>
  )
}

function CaptionStyleItem({ onOpen }: { onOpen: () => void }) {
  const t = useTexts()
  return (
    <Menu.Item className={classes.row} onSelect={onOpen}>
      <span className={classes.tick}>
        <IconTextSize size={16} stroke={1.75} />
      </span>
      <span>{t('film_captions_style')}</span>
    </Menu.Item>
  )
}

/** Renders a setting as a submenu. */
function Submenu({ choice, icon }: { choice: Choice; icon: ReactNode }) {
  return (
    <Menu.Root>
      <Menu.Trigger
        render={(props) => (
          <div {...props} className={classes.row}>
            <span className={classes.tick}>{icon}</span>
            <span>{choice.label}</span>
            <span className={classes.hint}>{choice.shown}</span>
          </div>
        )}
      />
      <Menu.Content className={classes.content} aria-label={choice.label}>
        <Menu.Item className={classes.row}>
          <span className={classes.tick}>
            <IconChevronLeft size={16} stroke={1.75} className="flip" />
          </span>
          <b>{choice.label}</b>
        </Menu.Item>
        <Rows choice={choice} />
      </Menu.Content>
    </Menu.Root>
  )
}

/** Combines language, speed and quality in one menu, for narrow players. */
export function FoldedMenu() {
  const t = useTexts()
  const { film, openDialog, simple: plain } = useEngine()
  const tongue = useTongue()
  const speed = useSpeed()
  const quality = useQuality()
  const speaks = film.kind === 'narrated' && tongue.options.length > 1
  const label = t(plain ? 'film_narration_language' : speaks ? 'film_settings' : 'film_settings_silent')
  if (plain && !speaks) return null
  return (
    <Menu.Root side="top" align="end" boundary="viewport">
      <Menu.Trigger aria-label={label} onPointerEnter={quality?.ask} onFocus={quality?.ask}>
        <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Popup className={classes.popup}>
        <Menu.Content className={classes.content} aria-label={label}>
          {speaks && (
            <>
              <Rows choice={tongue} />
              {!plain && <Menu.Separator className={classes.separator} />}
            </>
          )}
          {!plain && <Submenu choice={speed} icon={<IconGauge size={16} stroke={1.75} />} />}
          {quality && !plain && <Submenu choice={quality} icon={<IconBadgeHd size={16} stroke={1.75} />} />}
          {film.kind === 'narrated' && !plain && film.captions.length > 0 && (
            <CaptionStyleItem onOpen={() => openDialog('captions')} />
          )}
        </Menu.Content>
      </Menu.Popup>
    </Menu.Root>
  )
}
