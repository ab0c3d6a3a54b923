import { integralOf, valueAt } from '../kit/motion.ts'
import type { Channel, State } from '../kit/rig.ts'
import type { CameraPath, ChannelTracks } from './scene.format.ts'

/** The state of every channel of a rig at a time of a film; channels that the film does not mention rest. */
export function stateAt<Name extends string>(
  channels: Record<Name, Channel>,
  tracks: ChannelTracks,
  duration: number,
): (time: number) => State<Name> {
  const values = Object.entries<Channel>(channels).map(([name, channel]) => {
    const track = tracks[name]
    if (!track) return [name, () => channel.rest] as const
    if (Array.isArray(track)) return [name, (time: number) => valueAt(track, time)] as const
    const turned = integralOf((time) => valueAt(track.speed, time), duration)
    return [name, (time: number) => track.start + turned(time)] as const
  })
  return (time) => Object.fromEntries(values.map(([name, at]) => [name, at(time)])) as State<Name>
}

export interface CameraPose {
  position: [number, number, number]
  target: [number, number, number]
  fov: number
}

/** Where the camera stands at a time: it eases from key to key and rests on each. */
export function cameraAt(path: CameraPath, time: number): CameraPose {
  const number = (pick: (key: CameraPath[number]) => number) =>
    valueAt(
      path.map((key) => [key.at, pick(key)]),
      time,
    )
  return {
    position: [number((k) => k.position[0]), number((k) => k.position[1]), number((k) => k.position[2])],
    target: [number((k) => k.target[0]), number((k) => k.target[1]), number((k) => k.target[2])],
    fov: number((k) => k.fov),
  }
}
