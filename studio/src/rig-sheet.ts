import type { Channel, Rig } from './kit/rig.ts'

/** What a rig offers to a film, as a page of text: `npm run studio -- rig NAME`. */
export function describeRig(rig: Rig): string {
  const width = Math.max(...Object.keys(rig.channels).map((name) => name.length))
  const column = (text: string, size: number) => text.padEnd(size)
  return [
    `${rig.name}: ${rig.says}`,
    '',
    'Channels (where a film does not mention one, it rests):',
    ...Object.entries(rig.channels).map(
      ([name, channel]) =>
        `  ${column(name, width)}  ${column(rangeOf(channel), 20)}  ${channel.says}${channel.rest === 0 ? '' : ` (rests at ${channel.rest})`}`,
    ),
    '',
    'Anchors, the spots that labels may point at:',
    `  ${[...rig.anchors].toSorted().join(', ')}`,
    '',
    'An anchor may lie behind another piece: look at a sheet of the film.',
    `Units and axes: the head of studio/src/rigs/${rig.name}.ts`,
  ].join('\n')
}

const units: Record<Channel['unit'], string> = { rad: ' rad', share: '', mm: ' mm' }

/** A channel without limits may be given as a speed. */
const rangeOf = ({ range, unit }: Channel): string =>
  range ? `${range[0]} to ${range[1]}${units[unit]}` : `any${units[unit]}, or speed`
