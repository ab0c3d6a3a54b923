import { useTexts } from '../../core/i18n/i18n.ts'
import { Tab, TabList } from '../form/Tabs.tsx'
import classes from './DialogTabs.module.css'

export interface DialogTab {
  value: string
  label: string
  /** Beside the label: "14 of 22". */
  count?: string | undefined
  /** Something in the tab is not saved: it carries a dot. */
  unsaved?: boolean
}

/** The tabs of a dialog, for its `tabs`. They belong inside Tabs, around the dialog. */
export function DialogTabs({ label, tabs }: { label: string; tabs: readonly DialogTab[] }) {
  const t = useTexts()
  return (
    <TabList className={classes.tabs} aria-label={label}>
      {tabs.map(({ value, label: name, count, unsaved }) => (
        <Tab key={value} value={value} className={classes.tab}>
          {name}
          {count === undefined ? null : <span className={classes.count}>{count}</span>}
          {unsaved ? (
            <>
              <span className={classes.dot} aria-hidden />
              <span className="visually-hidden">({t('tab_unsaved')})</span>
            </>
          ) : null}
        </Tab>
      ))}
    </TabList>
  )
}
