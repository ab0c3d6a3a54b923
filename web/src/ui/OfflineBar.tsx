import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../core/i18n.ts'
import { queries } from '../core/query.ts'
import classes from './OfflineBar.module.css'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Stands in the page while the browser has no line. What was asked meanwhile is fetched when the line is back. */
export function OfflineBar({ shown }: { shown?: boolean }) {
  const t = useTexts()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online && !shown) return null
  return (
    <output className={classes.bar}>
      <IconWifiOff size={18} stroke={1.75} aria-hidden />
      <span className={classes.text}>{t('offline')}</span>
      <button type="button" className={classes.retry} onClick={() => void queries.refetchQueries({ type: 'active' })}>
        {t('try_again')}
      </button>
    </output>
  )
}
