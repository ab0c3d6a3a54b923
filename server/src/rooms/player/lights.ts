import type { WarningLight } from '@cutaway/contract/rooms/player/lights.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { warningLightsPart } from '@cutaway/contract/rooms/player/lights.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import { textFor, type Library } from '../catalogue/library/library.ts'
import { isShownFor, tileOf } from '../catalogue/tiles.ts'
import { notFavourite } from './details.ts'

/** The part of the dashboard's warning lights: the details of a film, without a film. */

interface View {
  site: Site
  library: Library
  language: Language
  kind: 'car' | 'motorcycle'
  side: 'left' | 'right'
  now: Date
}

export const isLightsPart = (partId: string): boolean => partId.toLowerCase() === warningLightsPart.toLowerCase()

/** All lights belong to the electrical system, whatever they warn about. */
const systemSlug = 'electrical'

export function lightsDetails(view: View): AnimationDetails {
  const { site, library, language } = view
  const tag = language.language_code
  const name = (names: Record<string, string>) => textFor(new Map(Object.entries(names)), tag)
  const system = library.systems.find(({ slug }) => slug === systemSlug) ?? library.systems[0]!
  const subSystem = system.sub_systems[0]!
  const title = text(site, tag, 'warning_lights')
  return {
    message: 'Warning_lights',
    video: {
      partId: warningLightsPart,
      tagName: title,
      language_id: language.language_id,
      video_type: 'interactive',
      videoUrl: null,
      videoUrlVod: null,
      videoUrlVodHLS: null,
      videoUrlVodDASH: null,
      narratedVideoUrl: null,
      interactiveVideoUrl: null,
      posterUrl: null,
      thumbnailsUrl: null,
      duration: 0,
      width: 0,
      height: 0,
    },
    part_name: title,
    subtitle: text(site, tag, 'warning_lights_subtitle'),
    description: '',
    keywords: [],
    isNew: 0,
    system: { system_id: system.id, system_name: name(system.name), slug: system.slug },
    sub_system: { sub_system_id: subSystem.id, sub_system_name: name(subSystem.name) },
    parent_id: null,
    equivalent_part_id: null,
    equivalent_interactive_part_id: null,
    equivalent_narrated_part_id: null,
    narratedLanguages: [],
    captions: [],
    syntheticNarration: false,
    chapters: [],
    transcript: [],
    labelsUrl: null,
    labelTexts: {},
    badgeTexts: {},
    interactiveButtons: [],
    buttonLabels: [],
    defaultPlayTime: '',
    loopTime: '',
    secondsOrFrames: 'seconds',
    loadVideoJSPlayer: false,
    related: [],
    partsPdf: null,
    warningLights: library.warningLights.map((light): WarningLight => ({
      id: light.id,
      colour: light.colour,
      set: light.set,
      urgency: light.urgency,
      name: name(light.name),
      meaning: name(light.meaning),
      action: name(light.action),
      drawing: light.drawing,
      parts: partsOf(view, light.parts),
    })),
    googleanalytics: '',
    favourite: notFavourite,
  }
}

/** Returns the narrated films that explain a light, of those that the brand shows. */
function partsOf({ library, language, kind, side, now }: View, ids: readonly string[]): WarningLight['parts'] {
  return ids.flatMap((id) => {
    const film = library.film(id)
    if (!film || !isShownFor(film, kind, side)) return []
    const { part_id, part_name, subtitle, poster_url, duration } = tileOf(film, language.language_code, now)
    return [{ part_id, part_name, subtitle, poster_url, duration }]
  })
}
