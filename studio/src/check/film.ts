import type { Rig } from '../kit/rig.ts'
import type { CameraPath, ChannelTracks } from '../scene/scene.format.ts'
import { readSystems, type Source } from '../source.ts'
import type { Faults } from './fault.ts'

/** Channels, camera, labels and buttons against the rig and the length of the film. */

type Keys = (string | number)[]

export function checkFilm(source: Source, rig: Rig, faults: Faults): void {
  const { part, scene } = source
  checkPlace(source, faults)
  const shots = [
    ['film', scene.film, part.film?.duration],
    ['interactive_film', scene.interactive_film, part.interactive_film?.duration],
  ] as const
  for (const [name, shot, duration] of shots) {
    if ((shot === undefined) !== (duration === undefined)) {
      faults.add(
        'scene.yaml',
        [],
        `${name} is in only one of part.yaml and scene.yaml: add it to the other, or take it out`,
      )
      continue
    }
    if (!shot || duration === undefined) continue
    checkChannels(rig, shot.channels, duration, [name, 'channels'], faults)
    checkCamera(shot.camera, duration, [name, 'camera'], faults)
  }
  checkNarrated(source, rig, faults)
  checkSteps(source, rig, faults)
}

function checkPlace({ part, id }: Source, faults: Faults): void {
  const system = readSystems().find((s) => s.slug === part.system)
  if (!system) faults.add('part.yaml', ['system'], `systems.yaml has no system ${part.system}`)
  else if (!system.sub_systems.some((s) => s.slug === part.sub_system))
    faults.add('part.yaml', ['sub_system'], `the system ${part.system} has no sub-system ${part.sub_system}`)
  const name = part.narrated ?? part.interactive
  if (name !== id) faults.add('part.yaml', ['narrated'], `the folder is ${id}, the part ${name}: give both one name`)
}

function checkChannels(rig: Rig, tracks: ChannelTracks, duration: number, at: Keys, faults: Faults): void {
  for (const [name, track] of Object.entries(tracks)) {
    const channel = rig.channels[name]
    if (!channel) {
      faults.add(
        'scene.yaml',
        [...at, name],
        `the rig ${rig.name} has no channel ${name}; its channels: ${Object.keys(rig.channels).join(', ')}`,
      )
      continue
    }
    const isSpeed = !Array.isArray(track)
    if (isSpeed && channel.range)
      faults.add(
        'scene.yaml',
        [...at, name],
        `${name} has an end at ${channel.range.join(' and ')}, and no speed: give [second, value] pairs`,
      )
    const keys = isSpeed ? track.speed : track
    const place = (i: number): Keys => (isSpeed ? [...at, name, 'speed', i] : [...at, name, i])
    let before = -1
    for (const [i, [time, value]] of keys.entries()) {
      if (time <= before)
        faults.add('scene.yaml', place(i), `${name}: second ${time} does not come after ${before}: sort the keys`)
      if (time > duration)
        faults.add('scene.yaml', place(i), `${name}: second ${time} is after the film's end at ${duration}`)
      if (!isSpeed && channel.range && (value < channel.range[0] || value > channel.range[1]))
        faults.add('scene.yaml', place(i), `${name} goes from ${channel.range.join(' to ')}, not to ${value}`)
      before = time
    }
  }
}

function checkCamera(path: CameraPath, duration: number, at: Keys, faults: Faults): void {
  let before = -1
  for (const [i, key] of path.entries()) {
    if (key.at <= before)
      faults.add('scene.yaml', [...at, i], `camera: second ${key.at} does not come after ${before}: sort the keys`)
    if (key.at > duration)
      faults.add('scene.yaml', [...at, i], `camera: second ${key.at} is after the film's end at ${duration}`)
    before = key.at
  }
}

function checkAnchor(rig: Rig, anchor: string, at: Keys, faults: Faults): void {
  if (!rig.anchors.includes(anchor))
    faults.add('scene.yaml', at, `the rig ${rig.name} has no anchor ${anchor}; its anchors: ${rig.anchors.join(', ')}`)
}

function checkNarrated({ scene, part, texts }: Source, rig: Rig, faults: Faults): void {
  const { film } = scene
  const duration = part.film?.duration
  if (!film || duration === undefined) return
  for (const [i, label] of film.labels.entries()) {
    const at: Keys = ['film', 'labels', i]
    checkAnchor(rig, label.anchor, at, faults)
    if (label.to > duration)
      faults.add('scene.yaml', at, `the label ${label.label} ends at ${label.to}, after the film's ${duration} s`)
  }
  for (const [i, badge] of film.badges.entries())
    if (badge.to > duration || badge.from >= badge.to)
      faults.add(
        'scene.yaml',
        ['film', 'badges', i],
        `the badge ${badge.id} stands from ${badge.from} to ${badge.to}: keep it inside the film`,
      )
  for (const [i, second] of scene.pdf.entries())
    if (second > duration)
      faults.add('scene.yaml', ['pdf', i], `the picture at ${second} s is after the film's end at ${duration}`)
  const starts = (texts.get('en-US')?.script ?? []).map((line) => line.start)
  for (const [i, chapter] of (part.film?.chapters ?? []).entries())
    if (chapter.start > duration || (starts.length > 0 && chapter.start > starts.at(-1)!))
      faults.add(
        'part.yaml',
        ['film', 'chapters', i],
        `the chapter ${chapter.id} starts at ${chapter.start}, after the last line`,
      )
}

function checkSteps({ part, scene }: Source, rig: Rig, faults: Faults): void {
  const film = part.interactive_film
  if (!film) return
  const steps: Keys = ['interactive_film', 'steps']
  const ids = film.steps.map((s) => s.id)
  const unit = film.time_consideration === 'frames' ? 30 : 1
  const end = film.duration * unit
  if (film.steps.length < 3)
    faults.add('part.yaml', steps, `${film.steps.length} buttons: an interactive film has at least three, add one`)
  if (film.steps.every((s) => s.loop === null)) faults.add('part.yaml', steps, 'no button has a loop: give one a loop')
  for (const [i, step] of film.steps.entries()) {
    const at: Keys = [...steps, i]
    const [from, to] = step.play
    if (from >= to || to > end)
      faults.add(
        'part.yaml',
        [...at, 'play'],
        `the button ${step.id} plays ${from} to ${to}: keep it inside the film, 0 to ${end}`,
      )
    if (step.loop && (step.loop[0] < from || step.loop[1] > to || step.loop[0] >= step.loop[1]))
      faults.add(
        'part.yaml',
        [...at, 'loop'],
        `the loop of ${step.id}, ${step.loop.join(' to ')}, leaves its segment: keep it within ${from} to ${to}, the later second last`,
      )
    if (step.labels_from !== undefined && (step.labels_from < from || step.labels_from >= to))
      faults.add(
        'part.yaml',
        [...at, 'labels_from'],
        `labels_from ${step.labels_from} is outside the segment: keep it within ${from} to ${to}`,
      )
    for (const id of step.show_button_ids)
      if (!ids.includes(id))
        faults.add('part.yaml', [...at, 'show_button_ids'], `there is no button ${id}; buttons: ${ids.join(', ')}`)
  }
  for (const [id, labels] of Object.entries(scene.interactive_film?.labels ?? {})) {
    if (!ids.includes(id))
      faults.add(
        'scene.yaml',
        ['interactive_film', 'labels', id],
        `there is no button ${id}; buttons: ${ids.join(', ')}`,
      )
    for (const [i, label] of labels.entries())
      checkAnchor(rig, label.anchor, ['interactive_film', 'labels', id, i], faults)
  }
}
