curl --silent --show-error "$CUTAWAY_URL/api/v1/orderLink/$LINK_ID" \
  --header "Authorization: Bearer $CUTAWAY_KEY"
