"""Asking the local router to let a friend in: PCP, NAT-PMP and UPnP IGD.

Here: codecs, the default gateways, the mappings of one hosted game. Never: any server but the local router.
"""
