import type { PermissionName } from '@cutaway/contract/permissions.ts'
import type { PermissionItem } from '@cutaway/contract/rooms/users/permissions.ts'
import { IconChevronDown, IconRestore, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { groupsOf, type Group } from './groups.ts'
import classes from './Rights.module.css'

/** Texts of a right that was added or removed, of none of those, and of their number. */
export interface Differences {
  added: string
  removed: string
  none: string
  count: (count: number) => string
}

/** Rights to tick, by group. Says which of them differ from the role's; a right that the caller lacks cannot be added. */
export function PermissionList({
  items,
  before,
  chosen,
  onChange,
  title,
  differences,
}: {
  items: readonly PermissionItem[]
  /** The rights that are saved: these can stay, also if the caller lacks them. */
  before: ReadonlySet<PermissionName>
  chosen: ReadonlySet<PermissionName>
  onChange: (chosen: ReadonlySet<PermissionName>) => void
  /** Whose rights they are: "Service adviser at Harbour Road". */
  title: string
  differences: Differences
}) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const mayHold = (item: PermissionItem) => item.may_grant === 1 || before.has(item.name)
  const differs = (item: PermissionItem) => chosen.has(item.name) !== (item.of_role === 1)
  const set = (some: readonly PermissionItem[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const item of some) {
      if (!isOn) next.delete(item.name)
      else if (mayHold(item)) next.add(item.name)
    }
    onChange(next)
  }
  const useDefaults = () =>
    onChange(new Set(items.filter((item) => item.of_role === 1 && mayHold(item)).map(({ name }) => name)))
  const words = search.trim().toLocaleLowerCase().split(/\s+/)
  const matches = ({ name }: PermissionItem) => {
    const text = t(`permission_${name}`).toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const groups = groupsOf(items.filter(matches))
  const count = items.filter(differs).length
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <p className={classes.title}>
          <bdi>{title}</bdi>
          <small role="status">{count === 0 ? differences.none : differences.count(count)}</small>
        </p>
        <span className={classes.buttons}>
          <Button leftSection={<IconRestore size={16} stroke={1.75} />} disabled={count === 0} onClick={useDefaults}>
            {t('permissions_use_defaults')}
          </Button>
          <Button onClick={() => set(items, true)}>{t('permissions_select_all')}</Button>
        </span>
      </div>
      <TextInput
        type="search"
        aria-label={t('permissions_find')}
        placeholder={t('permissions_find')}
        leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
        value={search}
        // Enter would send the form around it.
        onKeyDown={(event) => (event.key === 'Enter' ? event.preventDefault() : undefined)}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {groups.length === 0 ? <p className={classes.none}>{t('permissions_none_found')}</p> : null}
      <div className={classes.groups}>
        {groups.map((group) => (
          <PermissionGroup
            key={group.id}
            group={group}
            chosen={chosen}
            isSearched={search.trim() !== ''}
            mayHold={mayHold}
            wordOf={(item) => (differs(item) ? (chosen.has(item.name) ? differences.added : differences.removed) : '')}
            onSet={set}
          />
        ))}
      </div>
    </div>
  )
}

function PermissionGroup({
  group: { id, items },
  chosen,
  isSearched,
  mayHold,
  wordOf,
  onSet,
}: {
  group: Group
  chosen: ReadonlySet<PermissionName>
  /** Open regardless of the chevron, so that what was found is seen. */
  isSearched: boolean
  mayHold: (item: PermissionItem) => boolean
  wordOf: (item: PermissionItem) => string
  onSet: (items: readonly PermissionItem[], isOn: boolean) => void
}) {
  const t = useTexts()
  const own = useId()
  const [isOpen, setOpen] = useState(true)
  const isShown = isOpen || isSearched
  const name = t(`permission_group_${id}`)
  const possible = items.filter(mayHold)
  const count = items.filter((item) => chosen.has(item.name)).length
  const isAll = possible.length > 0 && possible.every((item) => chosen.has(item.name))
  return (
    <fieldset className={classes.group} aria-label={name}>
      <div className={classes.groupHead}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll
          }}
          type="checkbox"
          className={classes.box}
          aria-label={t('permissions_whole_group', { name })}
          checked={isAll}
          disabled={possible.length === 0}
          onChange={() => onSet(items, !isAll)}
        />
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isShown}
          aria-controls={isShown ? own : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{name}</span>
          <span className={classes.count}>{t('permissions_of', { count, all: items.length })}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden data-open={isShown || undefined} />
        </button>
      </div>
      {isShown ? (
        <ul id={own} className={classes.items}>
          {items.map((item) => {
            const isLacking = !mayHold(item)
            const note = isLacking ? t('permission_not_yours') : wordOf(item)
            const box = `${own}-${item.name}`
            return (
              <li key={item.name} className={classes.item}>
                <input
                  id={box}
                  type="checkbox"
                  className={classes.box}
                  checked={chosen.has(item.name)}
                  disabled={isLacking}
                  aria-describedby={note ? `${box}-note` : undefined}
                  onChange={({ currentTarget }) => onSet([item], currentTarget.checked)}
                />
                <label htmlFor={box} data-disabled={isLacking || undefined}>
                  {t(`permission_${item.name}`)}
                </label>
                {note ? (
                  <small id={`${box}-note`} className={classes.note}>
                    {note}
                  </small>
                ) : null}
              </li>
            )
          })}
        </ul>
      ) : null}
    </fieldset>
  )
}
