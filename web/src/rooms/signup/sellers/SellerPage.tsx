import { getSeller, type SellerData } from '@cutaway/contract/rooms/signup/sellers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SiteFilter } from '../../sites/content/SiteFilter.tsx'
import { useChosenSite } from '../../sites/content/useChosenSite.ts'
import { SellerForm } from './SellerForm.tsx'
import classes from './Seller.module.css'

/** Sets who sells on a web site: the company on its invoices, where people may sign up, and which accounts take the money. */
export default function SellerPage() {
  const t = useTexts()
  const { seen } = useFormat()
  const client = useQueryClient()
  const { site, sites, choose } = useChosenSite()
  const { web_site_id } = site
  const queryKey = ['seller', web_site_id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getSeller, { params: { web_site_id }, signal }),
    // An open form does not change by itself; saving it tells of other people's changes.
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data } = query
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('seller_title')}
        subtitle={
          data && data.changed_at !== ''
            ? t('site_changed_by', { name: data.changed_by, time: seen(data.changed_at) })
            : t('seller_text')
        }
      />
      <div className={classes.bar}>
        <SiteFilter site={site} sites={sites} onChoose={choose} />
      </div>
      <QueryState query={query} heading="h2" failed={t('seller_not_loaded')} waiting={<SkeletonText lines={8} />}>
        {(seller) => (
          <SellerForm
            key={`${seller.web_site_id} ${seller.version}`}
            seller={seller}
            onSaved={(saved: SellerData) => client.setQueryData(queryKey, saved)}
          />
        )}
      </QueryState>
    </div>
  )
}
