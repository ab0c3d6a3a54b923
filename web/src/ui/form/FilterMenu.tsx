import { IconChevronDown } from '@tabler/icons-react'
import { Menu, MenuItem } from '../overlay/Menu.tsx'
import classes from './FilterMenu.module.css'

/** A filter above a list: a button with its name and its value, which opens the values. */
export function FilterMenu<T extends string>({
  label,
  value,
  values,
  onChange,
}: {
  label: string
  value: T
  values: readonly { value: T; label: string; lang?: string }[]
  onChange: (value: T) => void
}) {
  const shown = values.find((one) => one.value === value) ?? values[0]
  return (
    <Menu
      label={`${label}: ${shown?.label ?? ''}`}
      align="start"
      className={classes.button}
      trigger={
        <>
          <span className={classes.label}>{label}:</span> <span lang={shown?.lang}>{shown?.label}</span>
          <IconChevronDown size={15} stroke={1.75} aria-hidden />
        </>
      }
    >
      {values.map((one) => (
        <MenuItem
          key={one.value}
          checked={one.value === value}
          {...(one.lang === undefined ? {} : { lang: one.lang })}
          onClick={() => onChange(one.value)}
        >
          {one.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
