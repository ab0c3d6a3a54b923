import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { MenuItem } from '../overlay/Menu.tsx'

/** The items of a row's menu that move it. */
export function PlaceItems({
  index,
  last,
  onMove,
}: {
  /** From 0. */
  index: number
  /** The index of the last row. */
  last: number
  onMove: (from: number, to: number) => void
}) {
  const t = useTexts()
  return [
    { to: 0, label: 'move_to_start', Sign: IconArrowBarToUp, off: index === 0 },
    { to: index - 1, label: 'move_up', Sign: IconArrowUp, off: index === 0 },
    { to: index + 1, label: 'move_down', Sign: IconArrowDown, off: index === last },
    { to: last, label: 'move_to_end', Sign: IconArrowBarToDown, off: index === last },
  ]
    .filter(({ off }) => !off)
    .map(({ to, label, Sign }) => (
      <MenuItem key={label} icon={<Sign size={17} stroke={1.75} aria-hidden />} onClick={() => onMove(index, to)}>
        {t(label)}
      </MenuItem>
    ))
}
