import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { ActionIcon } from '../form/Button.tsx'
import { pageCount, pageSizes, pageWindow } from './paging.ts'
import classes from './Pagination.module.css'

/** Which rows are shown, how many at a time, and the way to the others. Pages count from 1. */
export function Pagination({
  page,
  size,
  total,
  sizes = pageSizes,
  onPage,
  onSize,
}: {
  page: number
  size: number
  total: number
  sizes?: readonly number[]
  onPage: (page: number) => void
  onSize: (size: number) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const pages = pageCount(total, size)
  const from = total === 0 ? 0 : (page - 1) * size + 1
  return (
    <div className={classes.pager}>
      <span className={`${classes.range} num`} aria-live="polite">
        {t('rows_of', { from: number(from), to: number(Math.min(total, page * size)), total: number(total) })}
      </span>
      <label className={classes.size}>
        <select
          className={classes.select}
          aria-label={t('rows_a_page')}
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {sizes.map((choice) => (
            <option key={choice} value={choice}>
              {t('a_page', { number: number(choice) })}
            </option>
          ))}
        </select>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </label>
      {pages > 1 ? (
        <nav className={classes.pages} aria-label={t('pages')}>
          <ActionIcon
            variant="default"
            size="xs"
            aria-label={t('previous_page')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft className="flip" size={16} stroke={1.75} />
          </ActionIcon>
          {pageWindow(page, pages).map((one) => (
            <button
              key={one}
              type="button"
              className={classes.page}
              aria-current={one === page ? 'page' : undefined}
              aria-label={t('page_number', { number: number(one) })}
              onClick={() => onPage(one)}
            >
              {number(one)}
            </button>
          ))}
          <ActionIcon
            variant="default"
            size="xs"
            aria-label={t('next_page')}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight className="flip" size={16} stroke={1.75} />
          </ActionIcon>
        </nav>
      ) : null}
    </div>
  )
}
